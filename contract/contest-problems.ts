/** Which problems a contest has, as staff choose, move and arrange them. */
import { z } from 'zod';
import { balloonColours } from './balloon-colours.ts';
import { defineCall } from './call.ts';
import { foldLabel } from './contest-labels.ts';
import { contestParams, problemIdSchema } from './ids.ts';
import { limits } from './limits.ts';
import { lineOfText } from './texts.ts';
import { rule } from './words.ts';

const contestProblemChoice = z.object({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  /** In the main list. */
  is_visible: z.boolean(),
});
export type ContestProblemChoice = z.infer<typeof contestProblemChoice>;

const assignedProblem = contestProblemChoice.extend({
  /** What staff have written; null: the letter of its place. */
  label: z.string().nullable(),
  points: z.int(),
  colour: z.enum(balloonColours).nullable(),
  /** Held, it is nowhere but in contests until they have finished; otherwise it is shared, and in the main list too. */
  holds: z.boolean(),
  /** The titles of other unfinished contests that have it, in the same way. */
  also_in: z.array(z.string()),
});
export type AssignedProblem = z.infer<typeof assignedProblem>;

export const listAssignedProblems = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/admin-problems',
  summary: 'The problems of a contest, in their order',
  params: contestParams,
  response: z.array(assignedProblem),
});

const problemElsewhere = contestProblemChoice.extend({
  holds: z.boolean(),
  /** The titles of the contests that have it. */
  also_in: z.array(z.string()),
});
export type ProblemElsewhere = z.infer<typeof problemElsewhere>;

export const listProblemsElsewhere = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/problems-elsewhere',
  summary: 'The problems that other unfinished contests have, and this one does not',
  params: contestParams,
  response: z.array(problemElsewhere),
});

export const listAvailableProblems = defineCall({
  method: 'GET',
  path: '/contests/available-problems',
  summary: 'The problems that no unfinished contest holds',
  response: z.array(contestProblemChoice),
});

export const moveActions = ['move_to_contest', 'share_with_contest', 'move_to_main'] as const;
export type MoveAction = (typeof moveActions)[number];

export const moveContestProblems = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/problems',
  summary:
    'Move problems into a scheduled contest or back out of it, or have it share them with whoever else has them; all or none',
  params: contestParams,
  body: z.object({
    problemIds: z.array(problemIdSchema).max(limits.movedProblemsMax),
    action: z.enum(moveActions),
    /** With a problem that is moved out, announcements that are pinned to it are deleted. Otherwise it is not moved. */
    deleteAnnouncements: z.boolean().default(false),
  }),
});

const arrangedProblem = z.object({
  id: problemIdSchema,
  /** Null: the letter of its place. */
  label: lineOfText(
    'problem_label',
    rule('problem_label_required'),
    limits.contestLabelMax,
    rule('problem_label_long'),
  ).nullable(),
  points: z
    .int(rule('contest_points_range'))
    .min(0, rule('contest_points_range'))
    .max(limits.contestPointsMax, rule('contest_points_range')),
  colour: z.enum(balloonColours).nullable(),
  holds: z.boolean(),
});

const arrangement = z.object({
  problems: z
    .array(arrangedProblem)
    .max(limits.movedProblemsMax)
    .refine(areLabelsApart, rule('problem_labels_same')),
  /** As the caller has seen them: what somebody else has changed since is not written over. Absent: whatever they are. */
  seen: z.array(arrangedProblem).max(limits.movedProblemsMax).optional(),
});
export type ArrangedProblem = z.infer<typeof arrangedProblem>;

function areLabelsApart(problems: readonly { readonly label: string | null }[]): boolean {
  const labels = problems.flatMap(({ label }) => (label === null ? [] : [foldLabel(label)]));
  return new Set(labels).size === labels.length;
}

export const arrangeContestProblems = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id/problems',
  summary:
    'Put the problems of a scheduled contest in this order, with what they are called and worth; exactly those that it has',
  params: contestParams,
  body: arrangement,
});
