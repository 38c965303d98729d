/** What config.yaml and problem.yaml of a package of Hydro may say. */

import { z } from 'zod';
import { rule } from '#contract/words.ts';
import type { YamlFile } from '../yaml-file.ts';
import { amount, flag, listOf, optional, text } from './package-settings.ts';

const subtaskTypes = ['min', 'max', 'sum'] as const;

const testCase = z.strictObject({
  input: text,
  output: text,
  time: optional(text),
  memory: optional(text),
  score: optional(amount),
  id: optional(text),
});

const subtask = z.strictObject({
  id: optional(text),
  score: optional(amount),
  type: optional(z.enum(subtaskTypes, rule('manifest_needs_one_of', { choices: subtaskTypes }))),
  if: optional(listOf(text)),
  time: optional(text),
  memory: optional(text),
  cases: optional(listOf(testCase)),
});

const program = z
  .union([text, z.object({ file: text })])
  .transform((value) => (typeof value === 'string' ? value : value.file));

export const configSchema = z.strictObject({
  type: optional(text),
  subType: optional(text),
  target: optional(text),
  time: optional(text),
  memory: optional(text),
  score: optional(amount),
  filename: optional(text),
  checker_type: optional(text),
  checker: optional(program),
  interactor: optional(program),
  manager: optional(program),
  validator: optional(program),
  num_processes: optional(text),
  user_extra_files: optional(listOf(text)),
  judge_extra_files: optional(listOf(text)),
  detail: optional(text),
  key: optional(text),
  redirect: optional(text),
  cases: optional(listOf(testCase)),
  subtasks: optional(listOf(subtask)),
  langs: optional(listOf(text)),
  answers: z.unknown().optional(),
  time_limit_rate: optional(z.record(z.string(), amount)),
  memory_limit_rate: optional(z.record(z.string(), amount)),
});

export const problemSchema = z.looseObject({
  title: optional(text),
  pid: optional(text),
  hidden: optional(flag),
});

type Config = z.output<typeof configSchema>;
export type TestCase = z.output<typeof testCase>;
export type Subtask = z.output<typeof subtask>;
export type ConfigFile = YamlFile<Config> & { readonly file: string };
