import { z } from 'zod';

/** Made by the page for what it sends: sent again with the same key, because no answer came, it was sent once. */
export const requestKey = { requestKey: z.uuid().optional() };
