import { z } from 'zod';
import { defineCall } from './call.ts';

const registrationSetting = z.object({ enabled: z.boolean() });

export const getRegistration = defineCall({
  method: 'GET',
  path: '/settings/registration',
  summary: 'Whether visitors may register',
  response: registrationSetting,
});

export const getRegistrationSetting = defineCall({
  method: 'GET',
  path: '/admin/settings/registration',
  summary: 'The registration setting',
  response: registrationSetting,
});

export const putRegistrationSetting = defineCall({
  method: 'PUT',
  path: '/admin/settings/registration',
  summary: 'Turn registration on or off',
  body: registrationSetting,
  response: registrationSetting,
});

/** Staff and administrators do not stand on the global scoreboard. */
const scoreboardSetting = z.object({ leaves_out_staff: z.boolean() });

export const getScoreboardSetting = defineCall({
  method: 'GET',
  path: '/admin/settings/scoreboard',
  summary: 'Whether the global scoreboard leaves out staff and administrators',
  response: scoreboardSetting,
});

export const putScoreboardSetting = defineCall({
  method: 'PUT',
  path: '/admin/settings/scoreboard',
  summary: 'Leave staff and administrators out of the global scoreboard, or not',
  body: scoreboardSetting,
  response: scoreboardSetting,
});

export const getUntrustedProxy = defineCall({
  method: 'GET',
  path: '/admin/untrusted-proxy',
  summary: 'The reverse proxy that requests come through although TRUST_PROXY is not set, if any',
  response: z.object({ proxy: z.object({ address: z.string().nullable() }).nullable() }),
});
