import type { Environment } from '#config/environment.ts';
import { en } from '#contract/messages/en.ts';
import type { UntrustedProxy } from './proxy/sightings.ts';
import type { FirstAdministrator } from './users/first-administrator.ts';

/** What the person who started Minos is told, by the process that started this one when there is one. */
export function greet(
  environment: Environment,
  port: number,
  administrator: FirstAdministrator,
  proxy: UntrustedProxy | null,
): void {
  const text = greeting(environment, port, administrator, proxy);
  if (process.send) process.send({ greeting: text });
  else console.log(text);
}

function greeting(
  { HOST, PUBLIC_URL }: Environment,
  port: number,
  { username, newPassword }: FirstAdministrator,
  proxy: UntrustedProxy | null,
) {
  const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
  const lines = [`Minos is ready at ${PUBLIC_URL ?? `http://${host}:${port}`}`];
  if (newPassword) {
    lines.push(
      '',
      '  The administrator of this new instance; the password is shown only now:',
      `    username  ${username}`,
      `    password  ${newPassword}`,
      '',
    );
  }
  if (proxy) lines.push(en.admin.untrustedProxy(proxy.address));
  return lines.join('\n');
}
