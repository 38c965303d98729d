/**
 * What client and helper say to each other, both ways, on the helper's stdin and stdout: frames of u32 length + body,
 * little-endian, where body = u32 run id, u8 kind, then the fields in the order of `encodeRun` and `decodeFacts`,
 * numbers as f64, bytes and text as u32 length + bytes, lists as u32 count + items. sandbox/wire.h is the other end.
 */

import { constants } from 'node:os';
import { type FrameReader, FrameWriter } from './frames.ts';
import type { Lane, RunFacts, RunRequest } from './run-types.ts';

const ASK_RUN = 1;
const ASK_CANCEL = 2;
export const ANSWER_HELLO = 0;
export const ANSWER_FAULT = 2;
const limitNames = [null, 'cpu', 'wall', 'memory', 'output', 'aborted'] as const;
// Reversed: of two names for a number (SIGABRT, SIGIOT) the first one stays.
const signalNames = new Map<number, string>(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name] as const)
    .reverse(),
);

export function encodeRun(id: number, request: RunRequest, lane: Lane): Uint8Array {
  const writer = new FrameWriter(id, ASK_RUN);
  const { limits } = request;
  writer.u8(request.profile === 'program' ? 0 : 1);
  writer.u8(lane === 'express' ? 1 : 0);
  writer.text(request.program);
  writer.list(request.args ?? [], (text) => writer.text(text));
  writer.list(request.env ?? [], (text) => writer.text(text));
  writer.content(request.stdin ?? new Uint8Array());
  writer.list(Object.entries(request.files ?? {}), ([name, content]) => {
    writer.text(name);
    writer.content(content);
  });
  writer.list(request.readOnly ?? [], (text) => writer.text(text));
  writer.text(request.collect?.name ?? '');
  writer.text(request.collect?.to ?? '');
  writer.list(request.giveBack ?? [], (text) => writer.text(text));
  writer.text(request.spillTo ?? '');
  writer.number(Math.round(limits.cpuMs * 1e6));
  writer.number(Math.round(limits.wallMs * 1e6));
  writer.number(limits.memoryBytes);
  writer.number(limits.outputBytes);
  writer.number(limits.processes);
  writer.number(limits.fileSizeBytes ?? 0);
  writer.number(limits.stackBytes ?? limits.memoryBytes);
  return writer.finish();
}

export function encodeCancel(id: number): Uint8Array {
  return new FrameWriter(id, ASK_CANCEL).finish();
}

/** Null: the run was aborted. */
export function decodeFacts(reader: FrameReader, request: RunRequest): RunFacts | null {
  const cpuMs = reader.number();
  const wallMs = reader.number();
  const memoryBytes = reader.number();
  const exitCode = reader.number();
  const signal = reader.number();
  const limit = limitNames[reader.u8()] ?? null;
  const refusedBytes = reader.number();
  const outputBytes = reader.number();
  const spilled = reader.u8() === 1;
  const collected = reader.u8() === 1;
  const stdout = reader.bytes();
  const stderr = reader.bytes();
  const givenBack = decodeGivenBack(reader.bytes(), request.giveBack ?? []);
  if (limit === 'aborted') return null;
  return {
    cpuMs,
    wallMs,
    memoryBytes,
    exitCode: exitCode < 0 ? null : exitCode,
    signal: signal === 0 ? null : (signalNames.get(signal) ?? `signal ${signal}`),
    limit,
    refusedBytes,
    outputBytes,
    stdout,
    stdoutPath: spilled ? (request.spillTo ?? null) : null,
    stderr,
    collected,
    givenBack,
  };
}

/** The sandbox has nothing to say of a file that is not there. */
const notGivenBack = 0xffffffff;

/** Each file as its size and its beginning, in the order in which they were asked for. */
function decodeGivenBack(all: Uint8Array, names: readonly string[]): RunFacts['givenBack'] {
  const given: Record<string, Uint8Array> = {};
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  let at = 0;
  for (const name of names) {
    if (at + 4 > all.length) break;
    const size = view.getUint32(at, true);
    at += 4;
    if (size === notGivenBack) continue;
    given[name] = all.subarray(at, at + size);
    at += size;
  }
  return given;
}
