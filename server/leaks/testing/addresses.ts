/**
 * Everything that can be asked of the running server, with every id of the world: from the list of its own routes and from
 * its own description, so that a call that is added is asked too, or the test fails and says what it does not know.
 */
import type { FastifyInstance } from 'fastify';
import { pagePaths } from '#contract/pages.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { listOperations } from '../../attacks/testing/operations.ts';
import { refusalToAsk } from '../../policy.ts';
import type { Person } from './people.ts';

/** The ids that people may have seen or guessed, also of what there is not. */
export interface KnownIds {
  readonly contests: readonly number[];
  /** By contest, those that belong to it; under null those of none. */
  readonly problems: ReadonlyMap<number | null, readonly string[]>;
  readonly submissions: readonly number[];
  readonly usernames: readonly string[];
  readonly userIds: readonly number[];
}

interface ReadCall {
  /** As it was registered: with its parameters as `:name`. */
  readonly url: string;
  readonly queries: readonly string[];
}

const unknownUuid = '11111111-1111-4111-8111-111111111111';
const soughtVerdicts: readonly FinishedStatus[] = ['Accepted', 'Wrong Answer', 'Compilation Error'];

/** What each parameter of a query is given. */
function listQueryValues(ids: KnownIds, name: string): readonly (string | number)[] {
  switch (name) {
    case 'filter':
      return ['mine'];
    case 'problemId':
      return [...ids.problems.values()].flat();
    case 'contestId':
      return ids.contests;
    case 'verdict':
      return soughtVerdicts;
    case 'language':
      return ['cpp'];
    case 'username':
      return ids.usernames.slice(0, 1);
    case 'before':
      return ids.submissions.slice(-1);
    case 'after':
      return ids.submissions.slice(0, 1);
    case 'limit':
      return [1];
    case 'view':
      return ['frozen'];
    case 'board':
      // Of the stream of events, which is listened to (listening.ts).
      return [];
    default:
      throw new Error(`Of a parameter "${name}" this test does not know what may be asked: tell it here`);
  }
}

/** Beside a contest these are asked for as well: what is kept back in it may be found by them. */
const besideContest = ['filter', 'verdict', 'limit'];

export async function listReadCalls(app: FastifyInstance): Promise<ReadCall[]> {
  const operations = await listOperations(app);
  return [...app.actions.entries()].flatMap(([route, action]) => {
    const [method = '', url = ''] = route.split(' ');
    // Files and pages are asked for as pages.
    if (method !== 'GET' || action === 'page.read') return [];
    const described = operations.find(
      (operation) => operation.method === 'GET' && operation.path === url.replace(/:(\w+)/g, '{$1}'),
    );
    const queries = described?.parameters.filter((each) => each.in === 'query').map(({ name }) => name) ?? [];
    return [{ url, queries }];
  });
}

/** Whether somebody with this role gets any answer but that they may not ask. */
export function mayAsk(app: FastifyInstance, { asker }: Person, url: string): boolean {
  const action = app.actions.get(`GET ${url}`);
  if (!action) throw new Error(`GET ${url} names no action`);
  return refusalToAsk(asker, action) === null;
}

/** Of one call, with all that its parameters can be. */
export function listAddresses({ url, queries }: ReadCall, ids: KnownIds): string[] {
  const paths = fillPath(url, ids);
  const queried = queries.flatMap((name) =>
    listQueryValues(ids, name).map((value) => `${name}=${encodeURIComponent(value)}`),
  );
  const inContests = queries.includes('contestId')
    ? queries
        .filter((name) => besideContest.includes(name))
        .flatMap((name) =>
          listQueryValues(ids, name).flatMap((value) =>
            ids.contests.map((id) => `contestId=${id}&${name}=${encodeURIComponent(value)}`),
          ),
        )
    : [];
  // With an id in the path there are enough of them already: then the queries go with the last few alone.
  const several = paths.slice(-6);
  return [
    ...paths,
    ...several.flatMap((path) => [...queried, ...inContests].map((query) => `${path}?${query}`)),
  ];
}

/** What a parameter is, follows from the word before it. */
function fillPath(url: string, ids: KnownIds): string[] {
  const segments = url.split('/');
  const at = segments.findIndex((segment) => segment.startsWith(':'));
  if (at === -1) return [url];
  const fill = (value: string | number) => segments.with(at, String(value)).join('/');
  switch (segments[at - 1]) {
    case 'contests':
      return ids.contests.flatMap((id) => {
        const rest = segments.slice(at + 1);
        const inside = rest.indexOf(':problemId');
        if (inside === -1) return fillPath(fill(id), ids);
        // Also those of none, which must be as those that it has where nobody may know which these are.
        const asked = [...(ids.problems.get(id) ?? []), ...(ids.problems.get(null) ?? [])];
        return asked.map((problem) => fill(id).replace(':problemId', problem));
      });
    case 'problems':
      return [...ids.problems.values()].flat().map(fill);
    case 'submissions':
      return ids.submissions.map(fill);
    case 'participants':
    case 'users':
      return ids.userIds.map(fill);
    case 'upload-progress':
    case 'packages':
      return [fill(unknownUuid)];
    default:
      throw new Error(`Of what ${url} names this test has no ids: tell it here`);
  }
}

export function listPages(ids: KnownIds): string[] {
  const [contest = 0] = ids.contests;
  const [problem = ''] = ids.problems.get(contest) ?? [];
  const [user = 0] = ids.userIds;
  const pages = Object.values(pagePaths).map((path) =>
    path
      .replace(':contestId', String(contest))
      .replace(':problemId', problem)
      .replace(':userId', String(user)),
  );
  const unfilled = pages.find((page) => page.includes(':'));
  if (unfilled) throw new Error(`Of what the page ${unfilled} names this test has no ids: tell it here`);
  return pages;
}
