import type { Environment } from '#config/environment.ts';
import type { FirstAdministrator } from './users/first-administrator.ts';

/** What the person who started Minos is told, by the process that started this one when there is one. */
export function greet(environment: Environment, port: number, administrator: FirstAdministrator): void {
  const text = greeting(environment, port, administrator);
  if (process.send) process.send({ greeting: text });
  else console.log(text);
}

function greeting(
  { HOST, PUBLIC_URL }: Environment,
  port: number,
  { username, newPassword }: FirstAdministrator,
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
  return lines.join('\n');
}
