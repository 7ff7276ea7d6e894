import { hash } from 'node:crypto';

/** A place in the ledger of a tenant, whatever the filters: the events after this sequence (evaluation 3.7, 3.10). */
export const tenantCursor = (tenant: string, sequence: number): string => cursorOf(`T#${tenant}`, sequence);

/** A place among the events of a run: those after this run_sequence. */
export const runCursor = (runId: string, runSequence: number): string => cursorOf(runId, runSequence);

/** The sequence of a tenant's cursor; null for anything that is none. */
export const sequenceOf = (cursor: string, tenant: string): number | null => placeOf(cursor, `T#${tenant}`);

/** The run_sequence of a run's cursor; null for anything that is none. */
export const runSequenceOf = (cursor: string, runId: string): number | null => placeOf(cursor, runId);

const cursorOf = (list: string, place: number) => `${place}.${hash('sha256', list, 'base64url').slice(0, 10)}`;

function placeOf(cursor: string, list: string): number | null {
  const place = /^(0|[1-9]\d{0,14})\./.exec(cursor)?.[1];
  return place !== undefined && cursorOf(list, Number(place)) === cursor ? Number(place) : null;
}
