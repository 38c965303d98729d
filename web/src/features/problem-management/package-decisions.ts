/** What staff decide about the problems of an archive before they are imported. */

import { problemIdSchema } from '#contract/ids.ts';
import type { ImportedProblem, PackageChoice } from '#contract/packages.ts';
import { readRule, type Words, words } from '#contract/words.ts';

export interface Decision {
  readonly folder: string;
  /** As typed. */
  readonly id: string;
  readonly isWanted: boolean;
}

/** All that can be imported, under their own ids. */
export function startDecisions(problems: readonly ImportedProblem[]): Decision[] {
  return problems
    .filter(({ status }) => status === 'ready')
    .map(({ folder, id }) => ({ folder, id, isWanted: true }));
}

export function changeDecision(
  decisions: readonly Decision[],
  folder: string,
  change: Partial<Decision>,
): Decision[] {
  return decisions.map((one) => (one.folder === folder ? { ...one, ...change } : one));
}

/** What is wrong with an id, by folder; nobody minds those that are left out. */
export function findIdComplaints(decisions: readonly Decision[]): Map<string, Words> {
  const wanted = decisions.filter(({ isWanted }) => isWanted);
  const complaints = new Map<string, Words>();
  for (const { folder, id } of wanted) {
    const [issue] = problemIdSchema.safeParse(id).error?.issues ?? [];
    const broken = issue && readRule(issue.message);
    const isTwice = wanted.some((other) => other.folder !== folder && other.id.trim() === id.trim());
    if (broken) complaints.set(folder, broken);
    else if (isTwice) complaints.set(folder, words('package_id_used_twice', { id: id.trim() }));
  }
  return complaints;
}

export function toChoices(decisions: readonly Decision[]): PackageChoice[] {
  return decisions.filter(({ isWanted }) => isWanted).map(({ folder, id }) => ({ folder, id: id.trim() }));
}
