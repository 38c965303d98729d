import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams } from './ids.ts';
import { limits } from './limits.ts';
import { linesOfText } from './texts.ts';
import { rule } from './words.ts';

/** Text and file may both be there, or neither. */
const editorial = z.object({
  text: z.string(),
  has_pdf: z.boolean(),
  /** What tells the file from any other that may take its place; empty where there is none. */
  pdf_version: z.string(),
});
export type Editorial = z.infer<typeof editorial>;

export const getEditorial = defineCall({
  method: 'GET',
  path: '/contests/:id/editorial',
  summary:
    'What is told of the problems when the contest has finished: for everyone then, for participants alone while one is hidden; for staff at any time',
  params: contestParams,
  response: editorial,
});

/** Answers with the file itself. */
export const editorialPdf = defineCall({
  method: 'GET',
  path: '/contests/:id/editorial/pdf',
  summary: 'The same as a file, if there is one',
  params: contestParams,
});

export const putEditorial = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id/editorial',
  summary:
    'Write the editorial of a contest, at any time; an empty text takes it away; refused where it has changed meanwhile',
  params: contestParams,
  body: z.object({
    text: linesOfText('editorial', limits.editorialMax, rule('editorial_long')),
    /** The text as the caller has seen it: another is not written over. Absent: whatever it is. */
    seen: z.string().max(limits.editorialMax).optional(),
  }),
  response: editorial,
});

/** The file as the caller has seen it, by its version: another is not written over. Absent: whatever it is. */
const seenPdf = z.object({ seen: z.string().max(64).optional() });

/** The form has one file, `editorialPdf`. */
export const uploadEditorial = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/editorial/pdf',
  summary:
    'Put a PDF beside the editorial, instead of the one that is there; refused where that is another meanwhile',
  params: contestParams,
  query: seenPdf,
  response: editorial,
});

export const deleteEditorialPdf = defineCall({
  method: 'DELETE',
  path: '/admin/contests/:id/editorial/pdf',
  summary: 'Take the PDF of the editorial away; refused where it is another meanwhile',
  params: contestParams,
  query: seenPdf,
});
