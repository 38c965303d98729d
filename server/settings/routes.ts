import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/settings.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import {
  doesScoreboardLeaveOutStaff,
  isRegistrationEnabled,
  setRegistrationEnabled,
  setScoreboardLeavesOutStaff,
} from './queries.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  const readRegistration = async () => ({ enabled: await isRegistrationEnabled(db) });
  route(app, context, calls.getRegistration, 'settings.read-public', readRegistration);
  route(app, context, calls.getRegistrationSetting, 'settings.manage', readRegistration);

  route(app, context, calls.putRegistrationSetting, 'settings.manage', async ({ body }) => {
    await setRegistrationEnabled(db, body.enabled);
    return body;
  });

  route(app, context, calls.getScoreboardSetting, 'settings.manage', async () => ({
    leaves_out_staff: await doesScoreboardLeaveOutStaff(db),
  }));

  route(app, context, calls.putScoreboardSetting, 'settings.manage', async ({ body }) => {
    await setScoreboardLeavesOutStaff(db, body.leaves_out_staff);
    return body;
  });
}
