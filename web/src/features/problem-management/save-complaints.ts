import { listComplaints } from '../../lib/complaints.ts';

type FieldName =
  | 'id'
  | 'title'
  | 'author'
  | 'timeLimitMs'
  | 'memoryLimitMb'
  | 'allowedLanguages'
  | 'languageLimits'
  | 'problemPdf'
  | 'testcasesZip';
export type Complaints = Partial<Record<FieldName, string>>;

const fieldOf: Readonly<Record<string, FieldName>> = {
  problem_id_required: 'id',
  problem_id_long: 'id',
  problem_id_characters: 'id',
  problem_id_taken: 'id',
  problem_being_made: 'id',
  problem_title_required: 'title',
  problem_title_long: 'title',
  author_required: 'author',
  unknown_author: 'author',
  time_limit_range: 'timeLimitMs',
  memory_limit_range: 'memoryLimitMb',
  allowed_languages_required: 'allowedLanguages',
  time_factor_range: 'languageLimits',
  time_allowance_range: 'languageLimits',
  memory_allowance_range: 'languageLimits',
  not_a_pdf: 'problemPdf',
  pdf_too_large: 'problemPdf',
  not_a_zip: 'testcasesZip',
  archive_too_large: 'testcasesZip',
};

/** The server's complaints, each at the field that it is about. What is about none of them is told by the form alone. */
export function findComplaints(error: unknown): Complaints {
  const complaints: Complaints = {};
  for (const { code, params, text } of listComplaints(error)) {
    const isOfTitle = (params as { field?: string } | undefined)?.field === 'problem_title';
    const field = isOfTitle ? 'title' : fieldOf[code ?? ''];
    if (field) complaints[field] ??= text;
  }
  return complaints;
}
