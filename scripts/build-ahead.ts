/** `node scripts/build-ahead.ts FOLDER`: what a worker builds ahead when it starts, for the tests' workers to share. */
import { openToolchain } from '#judge/languages/cpp/toolchain.ts';

const [folder = ''] = process.argv.slice(2);
await (await openToolchain(folder)).buildAhead();
