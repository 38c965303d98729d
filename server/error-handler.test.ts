import fastify from 'fastify';
import { expect, it } from 'vitest';
import { DatabaseSilent } from '#store/connection.ts';
import { answerError } from './error-handler.ts';

async function answerTo(error: Error) {
  const app = fastify();
  app.setErrorHandler(answerError);
  app.get('/api/x', () => {
    throw error;
  });
  const { statusCode, body } = await app.inject('/api/x');
  return [statusCode, JSON.parse(body).code];
}

const coded = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  ['refused', coded('ECONNREFUSED')],
  ['unreachable', coded('EHOSTUNREACH')],
  ['a network that is down', coded('ENETUNREACH')],
  ['a name that is not found', coded('ENOTFOUND')],
  ['time out', coded('ETIMEDOUT')],
  ['shutting down', coded('57P01')],
  ['a statement that took too long', coded('57014')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['one that had ended', new Error('Client has encountered a connection error and is not queryable')],
  ['a pulled cable', new DatabaseSilent(25_000)],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
])('a database that is away (%s) is told as such, so that a proxy asks another server', async (_, cause) => {
  expect(await answerTo(cause)).toEqual([503, 'not_ready']);
  expect(await answerTo(new Error('Failed query', { cause }))).toEqual([503, 'not_ready']);
});

it('anything else is a fault, and tells nothing', async () => {
  expect(await answerTo(coded('23505'))).toEqual([500, 'internal']);
  expect(await answerTo(new Error('secret'))).toEqual([500, 'internal']);
});
