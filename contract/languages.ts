import { z } from 'zod';
import { defineCall } from './call.ts';
import { allowanceChange, allowanceSchema } from './language-limit-schemas.ts';
import { limits } from './limits.ts';
import { languageIds, packageIds } from './programs.ts';
import { linesOfText } from './texts.ts';
import { rule } from './words.ts';
import { wordsBeside } from './words-beside.ts';

/** Null: of none that there is. */
const languageParams = z.object({
  id: z
    .string()
    .meta({ enum: [...languageIds] })
    .transform((text) => languageIds.find((id) => id === text) ?? null),
});

/** What a machine has of a language. */
const installedLanguage = z.object({
  /** As the compiler or interpreter says it, in one line. */
  version: z.string(),
  flags: z.array(z.string()),
  /** What one would type to get the same program; null where nothing is compiled. */
  compile: z.string().nullable(),
  run: z.string().nullable(),
  /** What programs may import beside the language's own library: what staff allow, as the machine has it. */
  packages: z.array(z.object({ id: z.enum(packageIds), version: z.string() })),
});
export type InstalledFacts = z.infer<typeof installedLanguage>;

const language = installedLanguage.extend({
  id: z.enum(languageIds),
  /** Null while no judge machine is there to say it, as are the commands. */
  version: z.string().nullable(),
  /** What staff have set for the empty editor to begin with; null: the editor's own. */
  starting_text: z.string().nullable(),
  /** On some judge machines it is another one than that told first. */
  also: z.array(installedLanguage),
  /** Over the limits of a problem that says nothing else. */
  allowance: allowanceSchema,
});
export type Language = z.infer<typeof language>;

export const listLanguages = defineCall({
  method: 'GET',
  path: '/languages',
  summary: 'The languages that are judged, with what runs and how it is called',
  response: z.array(language),
});

/** A language or a package on a judge machine. */
const onMachine = z.object({
  name: z.string(),
  /** Null where it is missing, and while the machine has not looked. */
  version: z.string().nullable(),
  /** What to do about that. */
  missing: z.string().nullable(),
  missing_words: wordsBeside,
});
export type OnMachine = z.infer<typeof onMachine>;

const languageSetting = z.object({
  id: z.enum(languageIds),
  is_on: z.boolean(),
  /** On, and there is a judge machine for it. */
  is_offered: z.boolean(),
  /** In force, and as it would be if nobody had set anything. */
  allowance: allowanceSchema,
  usual_allowance: allowanceSchema,
  machines: z.array(onMachine),
  /** Those that there are for this language. */
  packages: z.array(
    z.object({ id: z.enum(packageIds), is_allowed: z.boolean(), machines: z.array(onMachine) }),
  ),
});
export type LanguageSetting = z.infer<typeof languageSetting>;

export const listLanguageSettings = defineCall({
  method: 'GET',
  path: '/admin/settings/languages',
  summary: 'Every language that Minos knows, whether it is on, and what each judge machine has of it',
  response: z.array(languageSetting),
});

export const putLanguageSetting = defineCall({
  method: 'PUT',
  path: '/admin/settings/languages/:id',
  summary:
    'Switch a language on or off, change what its programs get over the limits of problems, or allow packages beside its library: what is judged from now on has it. What is not named stays as it is',
  params: languageParams,
  body: allowanceChange.extend({
    is_on: z.boolean().optional(),
    /** All that are allowed. */
    packages: z
      .array(z.enum(packageIds, rule('package_unknown')), rule('package_unknown'))
      .transform((chosen) => packageIds.filter((id) => chosen.includes(id)))
      .optional(),
  }),
  response: z.object({
    is_on: z.boolean(),
    allowance: allowanceSchema,
    packages: z.array(z.enum(packageIds)),
  }),
});

export const putStartingText = defineCall({
  method: 'PUT',
  path: '/admin/languages/:id/starting-text',
  summary: 'What the empty editor offers to begin with in a language; null: the editor’s own again',
  params: languageParams,
  body: z.object({
    /** A line with nothing but `|` is where one goes on writing. Empty: nothing is offered. */
    text: linesOfText('starting_text', limits.startingTextMax, rule('starting_text_long'))
      .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
      .nullable(),
  }),
  response: z.object({ text: z.string().nullable() }),
});
