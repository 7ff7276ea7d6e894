import { hash } from 'node:crypto';

/** Cursor in the ledger of a tenant, independent of filters: the events after this sequence (evaluation 3.7, 3.10). */
export const tenantCursor = (tenant: string, sequence: number): string => cursorOf(`T#${tenant}`, sequence);

/** Cursor in the events of a run: those after this run_sequence. */
export const runCursor = (runId: string, runSequence: number): string => cursorOf(runId, runSequence);

/** The sequence of a tenant's cursor. Null if the cursor is invalid. */
export const sequenceOf = (cursor: string, tenant: string): number | null => positionOf(cursor, `T#${tenant}`);

/** The run_sequence of a run's cursor. Null if the cursor is invalid. */
export const runSequenceOf = (cursor: string, runId: string): number | null => positionOf(cursor, runId);

const cursorOf = (list: string, position: number) => `${position}.${hash('sha256', list, 'base64url').slice(0, 10)}`;

function positionOf(cursor: string, list: string): number | null {
  const position = /^(0|[1-9]\d{0,14})\./.exec(cursor)?.[1];
  return position !== undefined && cursorOf(list, Number(position)) === cursor ? Number(position) : null;
}
