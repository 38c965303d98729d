import type { Messages } from '#contract/messages/en.ts';
import { ofVisitor } from '../../lib/of-visitor.ts';

/** The one format in which starts and ends are told, in the visitor's zone. */
export function formatContestTime(iso: string, moments: Messages['moments']): string {
  return ofVisitor(moments.minute(new Date(iso)));
}

/** The time of day with seconds, for what was fetched a moment ago. */
export function formatClock(ms: number, moments: Messages['moments']): string {
  return ofVisitor(moments.second(new Date(ms)));
}

/** `Intl`, where there is nothing else, takes a slow phone longer than all the rest of a page that names the zone. */
export function visitorZone(): string {
  const { Temporal } = globalThis as { Temporal?: typeof globalThis.Temporal };
  return ofVisitor(Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
}
