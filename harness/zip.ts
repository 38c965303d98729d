import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
}

/** An archive as any program would write it. Crooked ones are written byte by byte, by the tests of the import. */
export function writeZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content } of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** Tests numbered from 1, each an input and its answer. */
export function namePairs(tests: readonly (readonly [input: string | Buffer, answer: string])[]): ZipEntry[] {
  return tests.flatMap(([input, answer], index) => [
    { name: `${index + 1}.in`, content: input },
    { name: `${index + 1}.out`, content: answer },
  ]);
}
