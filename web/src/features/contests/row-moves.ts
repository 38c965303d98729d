import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Rows that have another place after a step travel there, and the one whose turn it is comes into sight, with the cell that
 * is shown. One that is still on its way goes on from where it is. Who asked for stillness sees them where they are.
 */
export function useRowMoves(body: RefObject<HTMLElement | null>, step: unknown, moveMs: number): void {
  const isStill = useReducedMotion(false, { getInitialValueInEffect: false });
  const tops = useRef<Tops>(new Map());
  const travelling = useRef(new Map<HTMLElement, Animation>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is what moves the rows
  useLayoutEffect(() => {
    if (!body.current) return;
    bringIntoSight(body.current, isStill ? 'instant' : 'smooth');
    const before = tops.current;
    tops.current = topsOf(body.current);
    if (isStill) return;
    for (const row of rowsOf(body.current)) {
      const from = before.get(row.dataset.user ?? '');
      const moved = from === undefined ? 0 : from - row.offsetTop;
      if (moved === 0) continue;
      const underWay = travelling.current.get(row);
      const ahead = underWay ? new DOMMatrixReadOnly(getComputedStyle(row).transform).m42 : 0;
      underWay?.cancel();
      const travel = row.animate([{ transform: `translateY(${moved + ahead}px)` }, { transform: 'none' }], {
        duration: moveMs,
        easing: 'ease-in-out',
      });
      travelling.current.set(row, travel);
      const arrive = () => {
        if (travelling.current.get(row) === travel) travelling.current.delete(row);
      };
      travel.onfinish = arrive;
    }
  }, [body, step, moveMs]);
  // A window of another size, or that begins to fill the screen, has other rows in sight, and rows of another height.
  useEffect(() => {
    const onResize = () => {
      if (!body.current) return;
      bringIntoSight(body.current, 'instant');
      tops.current = topsOf(body.current);
    };
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [body]);
}

/** By user. */
type Tops = ReadonlyMap<string, number>;

const rowsOf = (body: HTMLElement) => body.querySelectorAll<HTMLElement>('tr[data-user]');

const topsOf = (body: HTMLElement): Tops =>
  new Map([...rowsOf(body)].map((row) => [row.dataset.user ?? '', row.offsetTop]));

function bringIntoSight(body: HTMLElement, behavior: ScrollBehavior): void {
  const turn = body.querySelector('tr[data-turn]');
  const shown = turn?.querySelector('[data-lit]') ?? turn;
  shown?.scrollIntoView({ block: 'center', inline: shown === turn ? 'start' : 'center', behavior });
}
