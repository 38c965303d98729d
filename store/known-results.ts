import { sql } from 'drizzle-orm';
import { judgements, runningResults, type StoredResult } from './schema.ts';

/** What is known of a judgement's tests: all of them with the verdict, until then those that are done. */
export const knownResults = sql<StoredResult[] | null>`coalesce(${judgements.results}, (
  select jsonb_agg(item order by running.tests_done, at)
  from ${runningResults} running, jsonb_array_elements(running.results) with ordinality as items (item, at)
  where running.judgement_id = ${judgements.id} and running.attempt = ${judgements.attempt}
    and ${judgements.status} = 'Running'
))`;

/** Of a judgement that is under way: the first of its tests that did not pass. */
export const firstFailure = sql<Pick<StoredResult, 'testCase' | 'status'> | null>`
  case when ${judgements.status} = 'Running' then (
    select jsonb_build_object('testCase', item -> 'testCase', 'status', item -> 'status')
    from ${runningResults} running, jsonb_array_elements(running.results) with ordinality as items (item, at)
    where running.judgement_id = ${judgements.id} and running.attempt = ${judgements.attempt}
      and item ->> 'status' not in ('Accepted', 'Skipped')
    order by running.tests_done, at limit 1
  ) end`;
