/** The form of a problem, for the journeys of staff. */
import type { Page } from '@playwright/test';

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
