import type { FastifyInstance } from 'fastify';
import { getRegistration, getRegistrationSetting, putRegistrationSetting } from '#contract/settings.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { isRegistrationEnabled, setRegistrationEnabled } from './queries.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  const read = async () => ({ enabled: await isRegistrationEnabled(db) });
  route(app, context, getRegistration, 'settings.read-public', read);
  route(app, context, getRegistrationSetting, 'settings.manage', read);

  route(app, context, putRegistrationSetting, 'settings.manage', async ({ body }) => {
    await setRegistrationEnabled(db, body.enabled);
    return body;
  });
}
