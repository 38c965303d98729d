import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoveAction } from '#contract/contest-problems.ts';
import type { Contest } from '#contract/contests.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { FetchFailure } from '../../components/fetch-failure.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { errorText } from '../../lib/api.ts';
import { useMessages } from '../../lib/messages.ts';
import { readDetail } from '../../lib/refusal-details.ts';
import { ProblemArrangement } from './problem-arrangement.tsx';
import { ProblemChoice, type Selection } from './problem-choice.tsx';
import styles from './problems-dialog.module.css';
import {
  assignedProblemsQuery,
  availableProblemsQuery,
  problemsElsewhereQuery,
  useMoveProblems,
} from './queries.ts';

interface ProblemsDialogProps {
  contest: Contest;
  /** It has just been made, from nothing or from another. */
  isNew?: 'empty' | 'copy' | undefined;
  onClose: () => void;
}

/** Problems go back and forth while the contest is scheduled; afterwards they can only be looked at. */
export function ProblemsDialog({ contest, isNew, onClose }: ProblemsDialogProps) {
  const { contestManagement: texts } = useMessages();
  const available = useQuery(availableProblemsQuery);
  const assigned = useQuery(assignedProblemsQuery(contest.id));
  const [showsElsewhere, setShowsElsewhere] = useState(false);
  const elsewhere = useQuery({ ...problemsElsewhereQuery(contest.id), enabled: showsElsewhere });
  const choices = available.data && [...available.data, ...((showsElsewhere && elsewhere.data) || [])];
  const fromAvailable = useSelection(choices);
  const fromContest = useSelection(assigned.data);
  const move = useMoveProblems(contest.id);
  const isScheduled = contest.status === 'scheduled';

  const start = (action: MoveAction, problemIds: readonly string[], deleteAnnouncements = false) => {
    if (problemIds.length === 0 || move.isPending) return;
    const unselect = () => {
      fromAvailable.choose([]);
      fromContest.choose([]);
    };
    move.mutate(
      { action, problemIds: [...problemIds], ...(deleteAnnouncements && { deleteAnnouncements }) },
      { onSuccess: unselect },
    );
  };
  const moveFailed = {
    move_to_contest: texts.moveToContestFailed,
    share_with_contest: texts.shareFailed,
    move_to_main: texts.moveToMainFailed,
  }[move.variables?.action ?? 'move_to_contest'];
  const pinned = readDetail<string[]>(move.error, 'announcements_pinned', 'announced');
  const hasLoadError = available.isError || assigned.isError || elsewhere.isError;
  const reload = () => {
    void available.refetch();
    void assigned.refetch();
    if (showsElsewhere) void elsewhere.refetch();
  };

  return (
    <Dialog title={texts.moveTitle} isWide onClose={onClose}>
      {/* A tick is no text that could be lost: a press beside the dialog closes it all the same. */}
      <div className={formLayout.form} onInput={(event) => event.stopPropagation()}>
        <p className={styles.contest}>{contest.title}</p>
        <Notice tone="success">{isNew && { empty: texts.chooseNow, copy: texts.checkCopy }[isNew]}</Notice>
        <Notice tone="warning">{!isScheduled && texts.notScheduled(contest.status)}</Notice>
        {isScheduled && (
          <p className={styles.note}>
            {texts.moveHidden} {texts.shareNote}
          </p>
        )}
        <ActionFailure error={pinned ? null : move.error}>{moveFailed}</ActionFailure>
        <Notice
          tone="warning"
          action={
            pinned && (
              <Button variant="default" onClick={() => start('move_to_main', fromContest.ids, true)}>
                {texts.removeWithAnnouncements}
              </Button>
            )
          }
        >
          {pinned && [errorText(move.error, moveFailed), ...pinned.map(texts.quotedAnnouncement)].join(' ')}
        </Notice>
        {hasLoadError && <FetchFailure onRetry={reload}>{texts.moveLoadFailed}</FetchFailure>}
        <div className={styles.panels}>
          <ProblemChoice
            title={texts.available}
            empty={{ title: texts.noAvailable, next: texts.noAvailableNext }}
            problems={choices}
            isOpen={isScheduled}
            selection={fromAvailable}
            tools={
              isScheduled && (
                <label className={styles.elsewhereChoice}>
                  <input
                    type="checkbox"
                    checked={showsElsewhere}
                    onChange={({ currentTarget }) => setShowsElsewhere(currentTarget.checked)}
                  />
                  {texts.showElsewhere}
                </label>
              )
            }
          />
          <div className={styles.middle}>
            {isScheduled && (
              <>
                <DisabledReason reason={fromAvailable.ids.length === 0 ? texts.selectAvailable : undefined}>
                  <Button
                    fullWidth
                    disabled={move.isPending}
                    onClick={() => start('move_to_contest', fromAvailable.ids)}
                  >
                    {texts.add}
                  </Button>
                </DisabledReason>
                <DisabledReason reason={fromAvailable.ids.length === 0 ? texts.selectAvailable : undefined}>
                  <Button
                    fullWidth
                    variant="default"
                    disabled={move.isPending}
                    onClick={() => start('share_with_contest', fromAvailable.ids)}
                  >
                    {texts.share}
                  </Button>
                </DisabledReason>
                <p className={styles.count}>{texts.selectedAvailable(fromAvailable.ids.length)}</p>
                <DisabledReason reason={fromContest.ids.length === 0 ? texts.selectAssigned : undefined}>
                  <Button
                    fullWidth
                    variant="default"
                    disabled={move.isPending}
                    onClick={() => start('move_to_main', fromContest.ids)}
                  >
                    {texts.remove}
                  </Button>
                </DisabledReason>
                <p className={styles.count}>{texts.selectedAssigned(fromContest.ids.length)}</p>
              </>
            )}
          </div>
          <ProblemChoice
            title={texts.assigned}
            empty={{ title: texts.noAssigned, next: texts.noAssignedNext }}
            problems={assigned.data}
            isOpen={isScheduled}
            selection={fromContest}
          />
        </div>
        {assigned.data && assigned.data.length > 0 && (
          <ProblemArrangement contestId={contest.id} problems={assigned.data} isOpen={isScheduled} />
        )}
        <div className={formLayout.buttons}>
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function useSelection(problems: readonly { id: string }[] | undefined): Selection {
  const [chosen, choose] = useState<readonly string[]>([]);
  const ids = problems?.map(({ id }) => id).filter((id) => chosen.includes(id)) ?? [];
  return { ids, choose };
}
