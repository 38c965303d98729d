import { ActionIcon, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type BalloonColour, balloonColours } from '#contract/balloon-colours.ts';
import { foldLabel, labelProblems } from '#contract/contest-labels.ts';
import type { AssignedProblem } from '#contract/contest-problems.ts';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Balloon } from '../../components/balloon.tsx';
import { DisabledReason } from '../../components/disabled-reason.tsx';
import { Icon } from '../../components/icons.tsx';
import { say, useMessages } from '../../lib/messages.ts';
import { moveItem } from './arrangement.ts';
import styles from './problem-arrangement.module.css';
import { useArrangeProblems } from './queries.ts';

interface ProblemArrangementProps {
  contestId: number;
  problems: readonly AssignedProblem[];
  /** Whether anything can be changed. */
  isOpen: boolean;
}

/** The problems of a contest in their order, with what they are called and worth there. */
export function ProblemArrangement({ contestId, problems, isOpen }: ProblemArrangementProps) {
  const { contestManagement: texts } = useMessages();
  const { arrange, error } = useArrangeProblems(contestId);
  const headingId = useId();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [moved, setMoved] = useState('');
  const labels = labelProblems(problems.map(({ label }) => label));

  const move = (from: number, to: number) => {
    const problem = problems[from];
    if (!problem || from === to || to < 0 || to >= problems.length) return;
    setMoved(texts.moved(problem.title, to + 1, problems.length));
    arrange((present) =>
      moveItem(
        present,
        present.findIndex(({ id }) => id === problem.id),
        to,
      ),
    );
  };
  const drop = (id: string) => {
    const place = (wanted: string | null) => problems.findIndex((problem) => problem.id === wanted);
    if (dragged !== null) move(place(dragged), place(id));
    setDragged(null);
    setOver(null);
  };

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {texts.arrangeTitle}
      </h3>
      {isOpen && <p className={styles.note}>{texts.arrangeNote}</p>}
      <ActionFailure error={error}>{texts.arrangeFailed}</ActionFailure>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <ol ref={list} className={styles.rows}>
        {problems.map((problem, index) => (
          <li
            key={problem.id}
            className={styles.row}
            data-dragged={problem.id === dragged || undefined}
            data-over={problem.id === over || undefined}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(problem.id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              drop(problem.id);
            }}
          >
            {isOpen ? (
              <RowFields
                problem={problem}
                others={problems.filter((other) => other !== problem)}
                shownLabel={labels[index] ?? ''}
                isFirst={index === 0}
                isLast={index === problems.length - 1}
                onMove={(places) => move(index, index + places)}
                onDrag={setDragged}
                onDragEnd={() => drop('')}
                onChange={(change) =>
                  arrange((present) =>
                    present.map((each) => (each.id === problem.id ? { ...each, ...change } : each)),
                  )
                }
              />
            ) : (
              <RowFacts problem={problem} shownLabel={labels[index] ?? ''} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RowFieldsProps {
  problem: AssignedProblem;
  others: readonly AssignedProblem[];
  shownLabel: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (places: number) => void;
  onDrag: (id: string) => void;
  onDragEnd: () => void;
  onChange: (change: Partial<AssignedProblem>) => void;
}

function RowFields({
  problem,
  others,
  shownLabel,
  isFirst,
  isLast,
  onMove,
  onDrag,
  onDragEnd,
  onChange,
}: RowFieldsProps) {
  const { contests, contestManagement: texts } = useMessages();
  const { id, title, colour, holds, also_in: titles } = problem;
  const of = (name: string) => texts.ofProblem(name, title);
  const startDrag = (event: DragEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', id);
    if (row) event.dataTransfer.setDragImage(row, 16, 16);
    onDrag(id);
  };
  // A row that is moved takes its buttons along, but not who stands on them.
  const moveAndStay = (places: number, button: HTMLElement) => {
    onMove(places);
    requestAnimationFrame(() => button.focus());
  };
  return (
    <>
      <span className={styles.order}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons beside it do the same by keyboard */}
        <span
          className={styles.handle}
          draggable
          title={texts.drag}
          onDragStart={startDrag}
          onDragEnd={onDragEnd}
        >
          <Icon name="grip" />
        </span>
        <DisabledReason side="start" reason={isFirst ? texts.isFirst : undefined}>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={texts.moveUp(title)}
            onClick={({ currentTarget }) => moveAndStay(-1, currentTarget)}
          >
            <Icon name="up" />
          </ActionIcon>
        </DisabledReason>
        <DisabledReason side="start" reason={isLast ? texts.isLast : undefined}>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={texts.moveDown(title)}
            onClick={({ currentTarget }) => moveAndStay(1, currentTarget)}
          >
            <Icon name="down" />
          </ActionIcon>
        </DisabledReason>
      </span>
      <CommittedInput
        className={styles.label}
        name={of(texts.columnLabel)}
        value={problem.label ?? ''}
        placeholder={shownLabel}
        maxLength={limits.contestLabelMax}
        onCommit={(typed) => {
          const label = typed.trim() || null;
          const isTaken = others.some(
            (other) => other.label && label && foldLabel(other.label) === foldLabel(label),
          );
          if (isTaken) return say(words('problem_labels_same'));
          onChange({ label });
          return null;
        }}
      />
      <span className={styles.problem}>
        <span className={styles.title}>{title}</span>
        <span className={styles.id}>{id}</span>
        {titles.length > 0 && <span className={styles.also}>{texts.alsoIn(texts.listed(titles))}</span>}
      </span>
      <CommittedInput
        className={styles.points}
        name={of(texts.columnPoints)}
        value={String(problem.points)}
        inputMode="numeric"
        rightSection={texts.columnPoints}
        onCommit={(typed) => {
          const points = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
          if (!(points <= limits.contestPointsMax)) return say(words('contest_points_range'));
          onChange({ points });
          return null;
        }}
      />
      <NativeSelect
        className={styles.colour ?? ''}
        aria-label={of(texts.columnColour)}
        leftSection={colour && <Balloon colour={colour} />}
        value={colour ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ colour: (currentTarget.value || null) as BalloonColour | null })
        }
        data={[
          { value: '', label: texts.noColour },
          ...balloonColours.map((value) => ({ value, label: contests.colours[value] })),
        ]}
      />
      <NativeSelect
        className={styles.holds ?? ''}
        aria-label={of(texts.columnHolds)}
        value={holds ? 'held' : 'shared'}
        disabled={titles.length > 0}
        onChange={({ currentTarget }) => onChange({ holds: currentTarget.value === 'held' })}
        data={[
          { value: 'held', label: texts.held },
          { value: 'shared', label: texts.shared },
        ]}
      />
    </>
  );
}

interface CommittedInputProps {
  className: string | undefined;
  name: string;
  value: string;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'numeric';
  rightSection?: string;
  /** Says what is wrong with it, or null when it is taken. */
  onCommit: (typed: string) => string | null;
}

/** Saved when one leaves it or presses Enter; what is refused stays to be mended. */
function CommittedInput({ className, name, value, rightSection, onCommit, ...field }: CommittedInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const commit = () => {
    if (typed === null) return;
    const wrong = typed === value ? null : onCommit(typed);
    setError(wrong);
    if (wrong === null) setTyped(null);
  };
  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit();
    if (event.key !== 'Escape' || typed === null) return;
    // The dialog stays: only what was typed goes.
    event.preventDefault();
    event.stopPropagation();
    setTyped(null);
    setError(null);
  };
  return (
    <TextInput
      className={className ?? ''}
      aria-label={name}
      autoComplete="off"
      {...field}
      rightSection={rightSection && <span className={styles.unit}>{rightSection}</span>}
      rightSectionWidth={rightSection ? '3.25rem' : undefined}
      error={error}
      value={typed ?? value}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={leave}
    />
  );
}

function RowFacts({ problem, shownLabel }: { problem: AssignedProblem; shownLabel: string }) {
  const { contests, contestManagement: texts } = useMessages();
  return (
    <>
      <span className={styles.shownLabel}>{shownLabel}</span>
      <span className={styles.problem}>
        <span className={styles.title}>{problem.title}</span>
        <span className={styles.id}>{problem.id}</span>
      </span>
      <span className={styles.fact}>{contests.points(problem.points)}</span>
      <span className={styles.fact}>{problem.colour && <Balloon colour={problem.colour} isNamed />}</span>
      <span className={styles.fact}>{problem.holds ? texts.held : texts.shared}</span>
    </>
  );
}
