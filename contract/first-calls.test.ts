import { expect, it } from 'vitest';
import * as accounts from './accounts.ts';
import type { Call } from './call.ts';
import * as firstCalls from './first-calls.ts';
import * as settings from './settings.ts';

it('the first calls are sent, and their answers read, as their own files say', () => {
  const outline = ({ method, path, response }: Call) => ({
    method,
    path,
    isAnswered: response !== undefined,
  });
  for (const [name, call] of Object.entries(firstCalls)) {
    const whole = Object.entries({ ...accounts, ...settings }).find(([other]) => other === name)?.[1] as Call;
    expect(outline(call), name).toEqual(outline(whole));
  }
});
