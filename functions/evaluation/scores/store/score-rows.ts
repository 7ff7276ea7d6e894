import * as v from 'valibot';
import { isoDate } from '../../../platform/time/iso-text.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, Key } from '../../../platform/world.ts';
import { Score } from '../../domain/scores/score.ts';

/** Selects the list of scores. Each kind is one index, sorted by time. */
export type ScoresOf =
  | { target: Pick<Score, 'target_type' | 'target_id'> }
  | { run: string }
  | { name: string }
  /** Scores of a trace, and of its spans and sessions that named it. */
  | { trace: string };

/** The day of a time as keys hold it, in UTC. */
export const dayOf = (time: number): string => isoDate(time).replaceAll('-', '');

/** Keys of scores (evaluation 4), within a tenant. */
export function scoreKeys(tenant: string) {
  return {
    client: (id: string): Key => ({ pk: partitionOf('scores', tenant, id), sk: 'META' }),
    /** Stored beside the client's row of the same id. Neither can replace the other. */
    pointer: (id: string): Key => ({ pk: partitionOf('scores', tenant, id), sk: 'TRUSTED' }),
    trusted: (runId: string, name: string, id: string): Key => ({
      pk: partitionOf('runs', tenant, runId),
      sk: `SCO#${name}#${id}`,
    }),
    runRows: (runId: string) => ({ pk: partitionOf('runs', tenant, runId), prefix: 'SCO#' }),
    /** i1. */
    target: ({ target_type: type, target_id: id }: Pick<Score, 'target_type' | 'target_id'>) =>
      partitionOf('scoresOfTargets', tenant, type, id),
    /** i2. Its days are the rows of `days`. */
    nameDay: (name: string, day: string) => partitionOf('scoresOfDays', tenant, name, day),
    days: (name: string) => partitionOf('scoreDays', tenant, name),
    /** i3 of a score of a run. */
    run: (runId: string) => partitionOf('scoresOfRuns', tenant, runId),
    /** i3 of any other client score that named a trace. */
    trace: (traceId: string) => partitionOf('scoresOfTraces', tenant, traceId),
  };
}

/** Sort key of a score by time. Unique, even if a client used the id of a trusted row. */
export const orderOf = ({ timestamp, score_id, origin }: Pick<Score, 'timestamp' | 'score_id' | 'origin'>): string =>
  `${paddedTime(timestamp)}#${score_id}#${origin}`;

/** Start of a position in a list of scores. */
export const SCORE_POSITION = /^\d{15}#/;

/** Index keys of a score, which make it visible to queries. */
export function listed(score: Score, keys: ReturnType<typeof scoreKeys>): Partial<Item> {
  const order = orderOf(score);
  const { workflow_run_id: run, trace_id: trace, target_type } = score;
  const third = run !== null ? keys.run(run) : trace !== null && target_type !== 'trace' ? keys.trace(trace) : null;
  return {
    i1pk: keys.target(score),
    i1sk: order,
    i2pk: keys.nameDay(score.name, dayOf(score.timestamp)),
    i2sk: order,
    ...(third !== null && { i3pk: third, i3sk: order }),
  };
}

/** The row that records a day with scores of a name. */
export const nameDayRow = (score: Score, expiresAt: number, keys: ReturnType<typeof scoreKeys>): Item => ({
  pk: keys.days(score.name),
  sk: dayOf(score.timestamp),
  expiresAt,
});

export const parseScore = (row: Item): Score => v.parse(Score, row);
