import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEventStreams, writeEvent } from './streams.ts';

describe('what is told to many in a contest', () => {
  it('reaches each of them in its order, also who has come or gone meanwhile', async () => {
    const streams = createEventStreams({ streamMs: 60_000, streamBeatMs: 60_000 });
    onTestFinished(streams.close);
    const open = (id: number) =>
      streams.open({ user: { id, username: `u${id}`, role: 'user' }, contestId: 7, followsBoard: true });
    const readers = Array.from({ length: 500 }, (_, at) => open(at + 1));
    const everyone = () => true;
    type Reader = (typeof readers)[number];
    const tell = (id: number) => streams.tellIn(7, writeEvent('board', { id }), everyone);
    const told = [tell(1), tell(2)];
    await setImmediate();
    const isTold = (reader: Reader | undefined) => (reader?.readableLength ?? 0) > 'retry: 9000\n\n'.length;
    expect([isTold(readers[0]), isTold(readers.at(-1))]).toEqual([true, false]);
    const late = open(501);
    for (const gone of readers.splice(0, 200)) gone.destroy();
    await Promise.all([...told, tell(3)]);
    const ids = (reader: Reader) => [...String(reader.read()).matchAll(/"id":(\d)/g)].map(([, id]) => id);
    expect(new Set(readers.map((reader) => ids(reader).join()))).toEqual(new Set(['1,2,3']));
    expect(ids(late)).toEqual(['2', '3']);
  });
});

describe('who does not read a stream', () => {
  it('costs no memory for what is told meanwhile, and is dropped', async () => {
    const streams = createEventStreams({ streamMs: 60_000, streamBeatMs: 10 });
    onTestFinished(streams.close);
    const user = { id: 1, username: 'slow-reader', role: 'user' } as const;
    const unread = streams.open({ user, contestId: 7, followsBoard: false });
    const everyone = () => true;
    for (let id = 1; id <= 1000; id += 1) streams.hint(1, writeEvent('submission', { id }), everyone);
    expect(unread.readableLength).toBeLessThan(100);
    // That there is a word of another kind unread is no reason to leave one out.
    streams.hint(1, writeEvent('inbox', {}), everyone);
    expect(String(unread.read())).toContain('event: inbox');
    const long = writeEvent('news', { text: 'x'.repeat(2000) });
    await Promise.all(Array.from({ length: 1000 }, () => streams.tellIn(7, long, everyone)));
    expect(unread.readableLength).toBeGreaterThan(2000);
    expect(unread.readableLength).toBeLessThan(100_000);
    await new Promise((resolve) => unread.once('close', resolve));
  });
});
