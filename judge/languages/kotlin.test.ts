import { testLanguage } from './testing.ts';

await testLanguage('kotlin', () => {});
