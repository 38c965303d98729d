/** All that somebody is told at one moment, to the byte, and with how much work. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LightMyRequestResponse } from 'fastify';
import type { Pool } from 'pg';
import { serverTimeHeader } from '#contract/call.ts';

/** By what was asked. */
export type Told = ReadonlyMap<string, string>;

const counting = new AsyncLocalStorage<{ statements: number }>();

/**
 * From now on every statement, and every transaction, is counted for the request that it is made for. How long a cached
 * answer takes tells whether there was something new to put together: this is the same without a clock.
 */
export function countStatements(pool: Pool): void {
  for (const name of ['query', 'connect'] as const) {
    const ask = pool[name].bind(pool) as (...given: unknown[]) => unknown;
    Object.assign(pool, {
      [name]: (...given: unknown[]) => {
        const counted = counting.getStore();
        if (counted) counted.statements += 1;
        return ask(...given);
      },
    });
  }
}

/** Of these alone it is known that they are different each time, and why. */
function omitChance(response: LightMyRequestResponse): string {
  const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  const body = response.rawPayload.toString('latin1');
  const said = [
    `${response.statusCode}`,
    JSON.stringify(headers),
    `${response.rawPayload.length} bytes`,
    body,
  ];
  const text = said.join('\n');
  // A page has a new nonce each time, and a stream says by chance when to come back.
  return (nonce ? text.replaceAll(nonce, 'nonce') : text).replace(/^retry: \d+$/m, 'retry');
}

/** The answer with what it took, where it comes from a cache. */
export async function ask(
  name: string,
  request: () => Promise<LightMyRequestResponse>,
): Promise<[name: string, told: string]> {
  const counted = { statements: 0 };
  const response = await counting.run(counted, request);
  if (
    response.headers[serverTimeHeader] === undefined &&
    /^([A-Z]+ )?\/api\//.test(name) &&
    !name.includes('docs')
  )
    throw new Error(`${name} was not answered by the API`);
  const work = response.headers.etag ? `${counted.statements}${statements}` : '';
  return [name, work + omitChance(response)];
}

const statements = ' statements\n';
export const isCached = (told: string | undefined) => told?.includes(statements) ?? false;

/** What is told otherwise, with where it begins to be. */
export function findDifferences(before: Told, after: Told): string[] {
  const found: string[] = [];
  for (const [name, told] of before) {
    const now = after.get(name);
    if (now === undefined) found.push(`${name} was not asked again`);
    else if (now !== told)
      found.push(`${name}\n  before: ${around(told, now)}\n  after:  ${around(now, told)}`);
  }
  return found;
}

const shownCharacters = 160;

function around(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  const from = Math.max(0, at - shownCharacters / 2);
  return JSON.stringify(text.slice(from, at + shownCharacters));
}
