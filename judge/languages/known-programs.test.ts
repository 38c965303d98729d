import { testLanguage } from './testing.ts';

/** Of languages whose other tests are elsewhere. */
for (const id of ['python', 'pypy', 'javascript'] as const) await testLanguage(id, () => {});
