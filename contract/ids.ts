/**
 * Ids as they stand in an address. Every text is one: what cannot be anybody's id is read as nobody's, so that it gets
 * the answer of an unknown one, to the word and with the same regard to who asks.
 */
import { z } from 'zod';
import { numberPattern, problemIdPattern, readId } from './id-texts.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

/** What PostgreSQL never gives to a row, and staff never to a problem. */
const nobodysNumber = 0;
const nobodysUuid = '00000000-0000-0000-0000-000000000000';
const nobodysProblem = '';

/** One that PostgreSQL keeps in a bigint. */
export const bigIdInAddress = z
  .string()
  .meta({ pattern: numberPattern.source })
  .transform((text) => (numberPattern.test(text) ? Number(text) : nobodysNumber));

/** The id at which a page of a list begins. It asks for nobody, so one that makes no sense is told. */
export const pageStart = z.string().regex(numberPattern).transform(Number);

/** One that it keeps in an integer. */
export const idInAddress = z
  .string()
  .meta({ pattern: numberPattern.source })
  .transform((text) => readId(text) ?? nobodysNumber);

export const contestParams = z.object({ id: idInAddress });

/** The same in a body, where it may be a number as well. */
export const idInBody = z.union([z.string(), z.number().transform(String)]).pipe(idInAddress);

/** The same in a body, as a number alone. */
export const numberInBody = z
  .int()
  .positive()
  .transform((id) => readId(String(id)) ?? nobodysNumber);

export const uuidInAddress = z
  .string()
  .meta({ format: 'uuid' })
  .transform((text) => z.uuid().safeParse(text).data ?? nobodysUuid);

/** As staff choose it. It is part of addresses, so it is kept to that. */
export const problemIdSchema = z
  .string(rule('problem_id_required'))
  .trim()
  .min(1, rule('problem_id_required'))
  .max(limits.problemIdMax, rule('problem_id_long'))
  .regex(problemIdPattern, rule('problem_id_characters'));

export const problemIdInAddress = z
  .string()
  .meta({ pattern: problemIdPattern.source, maxLength: limits.problemIdMax })
  .transform((text) =>
    text.length <= limits.problemIdMax && problemIdPattern.test(text) ? text : nobodysProblem,
  );
