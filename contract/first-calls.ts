/**
 * What a visitor's first page calls, without the schemas: those check what is sent and answered on the server, and
 * would bring the whole of zod to somebody who only looks. Their types come along; the values are as in the call's own
 * file, which the compiler sees to for method and path and first-calls.test.ts for the rest.
 */
import type * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import type * as settings from './settings.ts';

/** The call's type, of which only these parts are there: all that sending it takes. */
function withoutSchemas<C extends Call>(
  call: Pick<C, 'method' | 'path'> & { response?: C['response'] extends undefined ? never : true },
): C {
  return call as unknown as C;
}

export const getMe = withoutSchemas<typeof accounts.getMe>({ method: 'GET', path: '/me', response: true });

export const login = withoutSchemas<typeof accounts.login>({
  method: 'POST',
  path: '/login',
  response: true,
});

export const logout = withoutSchemas<typeof accounts.logout>({ method: 'POST', path: '/logout' });

export const register = withoutSchemas<typeof accounts.register>({
  method: 'POST',
  path: '/register',
  response: true,
});

export const getRegistration = withoutSchemas<typeof settings.getRegistration>({
  method: 'GET',
  path: '/settings/registration',
  response: true,
});
