import { useQuery } from '@tanstack/react-query';
import { callUrl } from '#contract/call.ts';
import { problemPdf } from '#contract/problems.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { When } from '../../components/when.tsx';
import { loadScript } from '../../lib/load-page.ts';
import { sayOr, useMessages } from '../../lib/messages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import styles from './files-in-force.module.css';
import { filesQuery } from './queries.ts';

/** Above the place for a new statement: the one that a new one would replace. */
export function StatementInForce({ id }: { id: string }) {
  const { problemManagement: texts, problem } = useMessages();
  const files = useQuery(filesQuery(id));
  const statement = files.data?.statement;
  const address = callUrl(problemPdf.path, { problemId: id });
  const pages = useQuery({
    queryKey: queryKeys.admin.problems.statementPages(id, statement?.stored_at ?? null),
    queryFn: async () => (await loadScript(() => import('../../lib/pdf.ts'))).countPages(address),
    enabled: Boolean(statement),
    // One that cannot be read has none to tell of.
    retry: false,
  });
  return (
    <div className={styles.inForce} data-missing={statement === null || undefined}>
      {files.isPending && <Skeleton height={40} />}
      <QueryFailure query={files}>{texts.filesFailed}</QueryFailure>
      {statement === null && <p>{texts.noStatementInForce}</p>}
      {statement && (
        <p>
          <span className={styles.what}>
            {texts.statementInForce(texts.fileSize(statement.bytes))}
            {pages.data !== undefined && `, ${problem.pages(pages.data)}`}
          </span>{' '}
          <a href={address} target="_blank" rel="noreferrer">
            {texts.openStatement}
          </a>
          {statement.stored_at && (
            <span className={styles.since}>
              <When at={statement.stored_at} />
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** The same of the tests. */
export function TestsNow({ id }: { id: string }) {
  const { problemManagement: texts } = useMessages();
  const files = useQuery(filesQuery(id));
  const tests = files.data?.tests;
  return (
    <div className={styles.inForce} data-missing={tests === null || undefined}>
      {files.isPending && <Skeleton height={40} />}
      {tests === null && <p>{texts.noTestsInForce}</p>}
      {tests && (
        <p>
          <span className={styles.what}>{texts.testsInForceLine(tests.tests, tests.groups)}</span>,{' '}
          {sayOr(tests.checker_words, tests.checker)}, {texts.testsVersion(tests.version)}
          <span className={styles.since}>
            <When at={tests.imported_at} />
          </span>
        </p>
      )}
    </div>
  );
}
