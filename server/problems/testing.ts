/** What the tests of problems share: people, a problem's fields, its files, and the calls that make and fill it. */
import { makeForm } from '../testing/form.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

export const fields = {
  title: 'A Plus B',
  author: 'the-author',
  time_limit_ms: 1000,
  memory_limit_mb: 256,
};

export const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(3 * 1024 * 1024, 'x'),
  Buffer.from('%%EOF'),
]);

export const zip = {
  name: 'tests.zip',
  content: Buffer.from('PK\x03\x04 the rest is for the import to refuse'),
};

export async function makeProblemTools() {
  const testApp = await makeTestApp();
  const staff = await testApp.signUp('staff', 'the-author');
  return {
    ...testApp,
    admin: await testApp.signUp('admin', 'the-admin'),
    staff,
    user: await testApp.signUp('user', 'the-user'),
    visitor: testApp.makeClient(),
    create: (id: string, change: object = {}, by: Client = staff) =>
      createVisibleProblem(by, { id, ...fields, ...change }),
    upload: (
      id: string,
      files: Record<string, { name: string; content: Buffer | string }>,
      by: Client = staff,
    ) => {
      const { payload, headers } = makeForm(files);
      return by.post(`/api/admin/problems/${id}/upload`, payload, { headers });
    },
  };
}
