import { z } from 'zod';

/** An id in an address: plain decimal digits, so that one row has one address. */
export const idInAddress = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

/** The same for ids that PostgreSQL keeps in an integer. */
export const smallIdInAddress = idInAddress.refine((id) => id <= 2_147_483_647);
