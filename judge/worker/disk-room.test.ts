import { describe, expect, it } from 'vitest';
import { watchDisk } from './disk-room.ts';

const megabyte = 1024 * 1024;

/** A disk with so much free, of which the caches hold some. */
function makeDisk(freeMb: number, cachedMb: number) {
  const told: boolean[] = [];
  const disk = { freeMb, cachedMb };
  const room = watchDisk({
    freeBytes: async () => disk.freeMb * megabyte,
    dropUnused: async () => {
      disk.freeMb += disk.cachedMb;
      disk.cachedMb = 0;
    },
    tellFull: (isFull) => told.push(isFull),
  });
  return { disk, room, told };
}

describe('the room on the disk', () => {
  it('is there: nothing is let go', async () => {
    const { disk, room } = makeDisk(64, 100);
    expect(await room.hasRoom()).toBe(true);
    expect(disk.cachedMb).toBe(100);
  });

  it('is made by letting go of what nobody uses', async () => {
    const { disk, room, told } = makeDisk(63, 100);
    expect(await room.hasRoom()).toBe(true);
    expect(disk).toEqual({ freeMb: 163, cachedMb: 0 });
    expect(told).toEqual([]);
  });

  it('is waited for, and staff hear of it once, however many jobs wait', async () => {
    const { disk, room, told } = makeDisk(10, 10);
    expect(await room.hasRoom()).toBe(false);
    const { signal } = new AbortController();
    const jobs = [room.waitForRoom(signal), room.waitForRoom(signal)];
    expect(told).toEqual([true]);
    // What another judgement held until now.
    disk.cachedMb = 100;
    await Promise.all(jobs);
    expect(told).toEqual([true, false]);
  });

  it('is not waited for by a worker that leaves, which says so itself', async () => {
    const { room, told } = makeDisk(10, 0);
    const leaving = new AbortController();
    const waiting = room.waitForRoom(leaving.signal);
    leaving.abort();
    await waiting;
    expect(told).toEqual([true]);
  });
});
