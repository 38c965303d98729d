/** The form of a problem, for the journeys of staff. */
import { writeFile } from 'node:fs/promises';
import { type Locator, type Page, test } from '@playwright/test';

/** The list beside it, for a journey that decides on what is in it. */
export const listCall = /\/api\/admin\/problems$/;

export function editor(page: Page) {
  return page.getByRole('dialog', { name: /^(Create New|Edit) Problem/ });
}

/** Opens the form for a new problem with everything but its files. */
export async function startProblem(page: Page, id: string) {
  await page.goto('/admin/problems');
  await page.getByRole('button', { name: 'Create New Problem' }).click();
  await editor(page).getByLabel('ID').fill(id);
  await editor(page).getByLabel('Title').fill('Made by a journey');
}

export const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' }).click();

interface DroppedFile {
  readonly name: string;
  readonly buffer: Buffer;
}

/** As from a folder of this device: the browser itself drops it there, and does what it does with such a file. */
export async function dropFile(page: Page, onto: Locator, { name, buffer }: DroppedFile): Promise<void> {
  const path = test.info().outputPath(name);
  await writeFile(path, buffer);
  await onto.scrollIntoViewIfNeeded();
  const box = await onto.boundingBox();
  if (!box) throw new Error('Nothing is there to drop onto');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', {
      ...at,
      type,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  }
  await devtools.detach();
}
