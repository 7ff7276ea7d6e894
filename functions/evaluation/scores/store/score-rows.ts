import * as v from 'valibot';
import type { Item, Key } from '../../../platform/world.ts';
import { padded } from '../../../recordings/store/case-rows.ts';
import { Score } from '../domain/score.ts';

/** Which scores a list is of; all of one kind are in one index, by time. */
export type ScoresOf =
  | { target: Pick<Score, 'target_type' | 'target_id'> }
  | { run: string }
  | { name: string }
  /** A trace's own and those of its spans and sessions that named it. */
  | { trace: string };

/** The day of a time as keys hold it, in UTC. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');

/** Keys of scores (evaluation 4), each below its tenant. */
export function scoreKeys(tenant: string) {
  const t = `T#${tenant}#`;
  return {
    client: (id: string): Key => ({ pk: `${t}SCO#${id}`, sk: 'META' }),
    /** Beside the client's row of the same id, which can neither take its place nor be lost to it. */
    pointer: (id: string): Key => ({ pk: `${t}SCO#${id}`, sk: 'TRUSTED' }),
    trusted: (runId: string, name: string, id: string): Key => ({ pk: `${t}RUN#${runId}`, sk: `SCO#${name}#${id}` }),
    runRows: (runId: string) => ({ pk: `${t}RUN#${runId}`, prefix: 'SCO#' }),
    /** i1. */
    target: ({ target_type: type, target_id: id }: Pick<Score, 'target_type' | 'target_id'>) => `${t}TGT#${type}#${id}`,
    /** i2; its days are rows of `days`. */
    nameDay: (name: string, day: string) => `${t}NAME#${name}#${day}`,
    days: (name: string) => `${t}NAMEDAYS#${name}`,
    /** i3 of a score that belongs to a run. */
    run: (runId: string) => `${t}RUN#${runId}#SC`,
    /** i3 of a client's score of something else that named a trace. */
    trace: (traceId: string) => `${t}TRC#${traceId}`,
  };
}

/** Orders the scores of a list by time; unique, though a client may have given a trusted row's id to its own. */
export const orderOf = ({ timestamp, score_id, origin }: Pick<Score, 'timestamp' | 'score_id' | 'origin'>): string =>
  `${padded(timestamp)}#${score_id}#${origin}`;

/** How a place in a list of scores begins. */
export const SCORE_PLACE = /^\d{15}#/;

/** What puts a score into the lists that queries read. */
export function listed(score: Score, keys: ReturnType<typeof scoreKeys>): Partial<Item> {
  const order = orderOf(score);
  const { workflow_run_id: run, trace_id: trace, target_type } = score;
  const third = run !== null ? keys.run(run) : trace !== null && target_type !== 'trace' ? keys.trace(trace) : null;
  return {
    ...{ i1pk: keys.target(score), i1sk: order },
    ...{ i2pk: keys.nameDay(score.name, dayOf(score.timestamp)), i2sk: order },
    ...(third !== null && { i3pk: third, i3sk: order }),
  };
}

/** The row that says on which day there are scores of a name. */
export const nameDayRow = (score: Score, expiresAt: number, keys: ReturnType<typeof scoreKeys>): Item => ({
  pk: keys.days(score.name),
  sk: dayOf(score.timestamp),
  expiresAt,
});

export const readScore = (row: Item): Score => v.parse(Score, row);
