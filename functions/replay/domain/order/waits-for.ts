import type { PlannedCase } from '../results/chunk.ts';
import { isWrite, type RunOrder } from './run-order.ts';

/**
 * Whether a request must not be sent yet: before an earlier one of the same order has ended, or before it has begun.
 */
export type WaitsFor = (later: PlannedCase, earlier: PlannedCase, isBegun: boolean) => boolean;

/** How many requests in the recorded order are looked at for one that may be sent. */
export const WINDOWS = { recorded: 1, families: 100 } as const;

/** The rule of each order. Requests of one session, which map values, are never sent side by side. */
export const WAITS_FOR: Readonly<Record<Exclude<RunOrder['used'], 'sessions'>, WaitsFor>> = {
  recorded: (later, earlier) => isSameSession(later, earlier) || endedBefore(later, earlier),
  // Those that overlapped begin in their order: a read must not run ahead of a write that waits for others.
  families: (later, earlier, isBegun) =>
    isSameSession(later, earlier) ||
    ((isWrite(later) || isWrite(earlier)) && sharesFamily(later, earlier) && (!isBegun || endedBefore(later, earlier))),
};

const isSameSession = (a: PlannedCase, b: PlannedCase): boolean => a.session !== null && a.session === b.session;

/** Whether a request had been answered when a later one was recorded; requests that overlapped may overlap. */
const endedBefore = (later: PlannedCase, earlier: PlannedCase): boolean => {
  const [, end] = spanOf(earlier);
  const [begin] = spanOf(later);
  return end <= begin + ROUNDING_MS;
};

/** Times and durations are recorded in whole milliseconds. */
const ROUNDING_MS = 1;

const spanOf = ({ span, recordedAt }: PlannedCase): readonly [number, number] => span ?? [recordedAt, recordedAt];

const sharesFamily = ({ families: a = [] }: PlannedCase, { families: b = [] }: PlannedCase): boolean =>
  a.some((family) => b.includes(family));
