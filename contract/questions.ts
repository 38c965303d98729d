/** Questions in a contest, their answers, and announcements. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestClockSchema } from './contests.ts';
import { contestParams, idInAddress, problemIdSchema, uuidInAddress } from './ids.ts';
import { limits } from './limits.ts';
import { requestKey } from './request-key.ts';
import { lineOfText, linesOfText } from './texts.ts';
import { rule } from './words.ts';
import { wordsBeside } from './words-beside.ts';

const timestamp = z.iso.datetime();

const uuid = z.uuid();

/** As the contest calls it. Null: about the contest as a whole. */
const aboutProblem = z.object({ id: z.string(), label: z.string(), title: z.string().nullable() }).nullable();
export type AboutProblem = z.infer<typeof aboutProblem>;

const answer = z.object({
  text: z.string(),
  /** Told to everybody in the contest, without who asked. */
  is_public: z.boolean(),
  answered_at: timestamp,
  /** When it was last changed, if it was. */
  edited_at: timestamp.nullable(),
  /** Raised with each change. */
  version: z.int(),
});

export const contestQuestionSchema = z.object({
  id: uuid,
  is_own: z.boolean(),
  text: z.string(),
  problem: aboutProblem,
  /** Null in a question of somebody else’s. */
  asked_at: timestamp.nullable(),
  answer: answer.extend({ is_read: z.boolean() }).nullable(),
});
export type ContestQuestion = z.infer<typeof contestQuestionSchema>;

const announcementFields = z.object({
  id: uuid,
  text: z.string(),
  /** Where Minos itself has written it. */
  words: wordsBeside,
  problem: aboutProblem,
  posted_at: timestamp,
  edited_at: timestamp.nullable(),
  version: z.int(),
});

export const announcementSchema = announcementFields.extend({ is_read: z.boolean() });
export type Announcement = z.infer<typeof announcementSchema>;

/** Which statement of a problem is in force; another version is another file. */
export const statementSchema = z.object({ problem_id: z.string(), version: z.string() });

const contestNews = z.object({
  /** One’s own, and those that were answered to all: the latest word first. */
  questions: z.array(contestQuestionSchema),
  /** The latest first. */
  announcements: z.array(announcementSchema),
  /** Once the contest has started, until it has finished. */
  statements: z.array(statementSchema),
  /** For where no stream of events tells it. */
  clock: contestClockSchema,
});
export type ContestNews = z.infer<typeof contestNews>;

const itemParams = z.object({ id: uuidInAddress });

export const listContestQuestions = defineCall({
  method: 'GET',
  path: '/contests/:id/questions',
  summary: 'Announcements, one’s own questions and those answered to all: for participants and staff',
  params: contestParams,
  response: contestNews,
});

const questionData = z.object({
  ...requestKey,
  text: linesOfText('question', limits.questionMax, rule('question_long'), rule('question_required')),
  /** Absent: about the contest as a whole. */
  problemId: problemIdSchema.optional(),
});

export const askQuestion = defineCall({
  method: 'POST',
  path: '/contests/:id/questions',
  creates: true,
  summary: 'Ask staff, until the contest ends; asking the same again before it is answered is asking once',
  params: contestParams,
  body: questionData,
  response: contestQuestionSchema,
});

export const markContestRead = defineCall({
  method: 'POST',
  path: '/contests/:id/questions/read',
  summary: 'The caller has seen these versions of announcements and answers',
  params: contestParams,
  body: z.object({
    items: z.array(z.object({ id: uuid, version: z.int().min(1).max(1_000_000) })).max(limits.readItemsMax),
  }),
});

const person = z.object({ id: z.int(), username: z.string() });

const receipts = {
  /** How many of those who take part have it before their eyes as it is now. */
  read_count: z.int(),
  participant_count: z.int(),
};

const inboxAnswer = answer.extend({
  /** Null: the account is gone. */
  by: person.nullable(),
  /** Whether the asker has seen it as it is now. */
  is_read: z.boolean(),
  ...receipts,
});

const inboxQuestion = z.object({
  id: uuid,
  contest: z.object({ id: z.int(), title: z.string() }),
  problem: aboutProblem,
  text: z.string(),
  asked_at: timestamp,
  /** Null: the account is gone. */
  asker: person.nullable(),
  /** Who is about to answer. */
  claim: person.extend({ until: timestamp }).nullable(),
  answer: inboxAnswer.nullable(),
});
export type InboxQuestion = z.infer<typeof inboxQuestion>;

export const questionStates = ['open', 'answered'] as const;

/** Absent: in all contests that have not finished. */
const inContest = { contestId: idInAddress.optional() };

export const listInbox = defineCall({
  method: 'GET',
  path: '/admin/questions',
  summary: 'Questions to staff: unanswered, the longest waiting first, or answered, the latest first',
  query: z.object({
    ...inContest,
    state: z.enum(questionStates).default('open'),
    /** How many of them to pass over. */
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    questions: z.array(inboxQuestion),
    /** All that there are, of which these are a page. */
    total: z.int(),
  }),
});

export const countUnanswered = defineCall({
  method: 'GET',
  path: '/admin/questions/unanswered',
  summary: 'How many questions wait for an answer',
  query: z.object(inContest),
  response: z.object({ unanswered: z.int() }),
});

export const claimQuestion = defineCall({
  method: 'POST',
  path: '/admin/questions/:id/claim',
  summary:
    'Tell the others of the staff that one is about to answer; to be said again within a minute or two',
  params: itemParams,
  body: z.object({ takeOver: z.boolean().default(false) }),
  response: inboxQuestion,
});

export const releaseQuestion = defineCall({
  method: 'DELETE',
  path: '/admin/questions/:id/claim',
  summary: 'Leave the question to others',
  params: itemParams,
});

const version = z.int().min(0).max(1_000_000);

const newAnswer = z.object({
  text: linesOfText('answer', limits.answerMax, rule('answer_long'), rule('answer_required')),
  /** To all: once it is, it stays so. */
  is_public: z.boolean(),
  /** Of the answer that the caller has seen, 0 where there was none: another one is not written over. */
  version,
});

export const answerQuestion = defineCall({
  method: 'PUT',
  path: '/admin/questions/:id/answer',
  summary:
    'Answer a question, or change the answer; refused with the present answer where that is another, unless it says the same',
  params: itemParams,
  body: newAnswer,
  response: inboxQuestion,
});

const staffAnnouncement = announcementFields.extend({
  contest: z.object({ id: z.int(), title: z.string() }),
  by: person.nullable(),
  ...receipts,
});
export type StaffAnnouncement = z.infer<typeof staffAnnouncement>;

export const listAnnouncements = defineCall({
  method: 'GET',
  path: '/admin/announcements',
  summary: 'What was announced, the latest first, with how many have read it',
  query: z.object(inContest),
  response: z.array(staffAnnouncement),
});

const announcementText = linesOfText(
  'announcement',
  limits.announcementMax,
  rule('announcement_long'),
  rule('announcement_required'),
);

const newAnnouncement = z.object({
  ...requestKey,
  text: announcementText,
  /** Pins it to that problem’s page. */
  problemId: problemIdSchema.optional(),
});

export const postAnnouncement = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/announcements',
  creates: true,
  summary: 'Tell everybody in a contest; what is pinned to a problem is told from the start on',
  params: contestParams,
  body: newAnnouncement,
  response: staffAnnouncement,
});

export const editAnnouncement = defineCall({
  method: 'PUT',
  path: '/admin/announcements/:id',
  summary: 'Change an announcement, which is then unread again; refused where it has changed meanwhile',
  params: itemParams,
  body: z.object({ text: announcementText, version }),
  response: staffAnnouncement,
});

/** Null: nobody has changed them, and the page offers its own. */
const templates = z.object({ templates: z.array(z.string()).nullable() });

export const getAnswerTemplates = defineCall({
  method: 'GET',
  path: '/admin/answer-templates',
  summary: 'Answers to choose from',
  response: templates,
});

const newTemplates = z.object({
  templates: z
    .array(lineOfText('answer_template', rule('template_required'), limits.answerMax, rule('answer_long')))
    .max(limits.answerTemplatesMax, rule('too_many_templates')),
  /** As the caller has seen them: others are not written over. Absent: whatever they are. */
  seen: z.array(z.string()).nullable().optional(),
});

export const putAnswerTemplates = defineCall({
  method: 'PUT',
  path: '/admin/answer-templates',
  summary: 'Other answers to choose from, for all of the staff; refused where they have changed meanwhile',
  body: newTemplates,
  response: templates,
});
