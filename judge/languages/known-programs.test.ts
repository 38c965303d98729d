import { testLanguage } from './testing.ts';

/** Of languages whose other tests are elsewhere. */
for (const id of ['cpp17', 'python', 'pypy', 'javascript'] as const) await testLanguage(id, () => {});
