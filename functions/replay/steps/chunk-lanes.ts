import type { SendingServices } from '../composition.ts';
import { sendingLanes, sendingOrder } from '../domain/lanes.ts';
import type { RunOrder } from '../domain/order/run-order.ts';
import { laneSchedule, orderedSchedule, type Schedule } from '../domain/order/schedules.ts';
import { WAITS_FOR, WINDOWS } from '../domain/order/waits-for.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import type { CutSession } from '../domain/sessions/cut-session.ts';
import type { BuildValues } from './build-values.ts';
import type { LaneCase } from './cases-ahead.ts';

/** A request, and what its lane has learned. */
export interface InLane {
  planned: PlannedCase;
  lane: Lane;
}

/** The requests of a session, which share the values that the target issued. */
interface Lane {
  cases: readonly LaneCase[];
  /** Requests that are not sent yet. */
  left: number;
  /** Undefined before the first one is sent. */
  values?: BuildValues | null;
  /** What the target has shown of the session, where its login was never recorded. */
  cut: CutSession;
}

/**
 * The requests of each lane that have no stored outcome; `cut`: those whose session was refused for lack of its login.
 */
export const chunkLanes = (
  chunk: Chunk,
  earlier: ReadonlyMap<string, readonly LaneCase[]>,
  { done, cut }: { done: ReadonlySet<number>; cut: ReadonlySet<number> },
): InLane[][] =>
  sendingLanes(chunk).map((cases) => {
    const open = cases.filter(({ item }) => !done.has(item));
    const before = earlier.get(cases[0]?.session ?? '') ?? [];
    const lane: Lane = {
      cases: [...before, ...cases.map((one) => ({ ...one, chunk: chunk.chunk }))],
      left: open.length,
      cut: { isRefused: cases.some(({ item }) => cut.has(item)), isAccepted: false },
    };
    return open.map((planned) => ({ planned, lane }));
  });

/** Requests of earlier chunks of the sessions that continue in this one; they have been sent. */
export async function earlierOfSessions(
  { planId }: ReplayPlan,
  round: number,
  chunk: Chunk,
  { results }: Pick<SendingServices, 'results'>,
): Promise<ReadonlyMap<string, readonly LaneCase[]>> {
  const sessions = new Set(chunk.cases.flatMap(({ session }) => session ?? []));
  const found = new Map<string, LaneCase[]>();
  for (let at = 0; at < chunk.chunk; at++) {
    const before = await results.findChunk(planId, round, at);
    for (const one of before ? sendingOrder(before) : []) {
      if (one.session === null || !sessions.has(one.session)) continue;
      found.set(one.session, [...(found.get(one.session) ?? []), { ...one, chunk: at }]);
    }
  }
  return found;
}

export function chunkSchedule(chunk: Chunk, lanes: readonly InLane[][], used: RunOrder['used']): Schedule<InLane> {
  if (used === 'sessions') return laneSchedule(lanes);
  const byItem = new Map(lanes.flat().map((one) => [one.planned.item, one]));
  const inOrder = sendingOrder(chunk).flatMap(({ item }) => byItem.get(item) ?? []);
  const waitsFor = WAITS_FOR[used];
  return orderedSchedule(inOrder, {
    waitsFor: (later, before, isBegun) => waitsFor(later.planned, before.planned, isBegun),
    window: WINDOWS[used],
  });
}
