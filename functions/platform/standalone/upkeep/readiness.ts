import type { Table } from '../../world.ts';
import type { DiskRoom } from './disk-room.ts';

/** How long one look at the table holds. */
const PROBE_EVERY_MS = 5_000;
/** A write that takes longer counts as refused. */
const MAX_PROBE_MS = 2_000;
const PROBE = { pk: 'SYSTEM#READINESS', sk: 'PROBE' };

/** Why the service should be sent no requests at the moment. */
export const UNREADY = {
  STARTING: 'unfinished work of the previous process is being resumed',
  STOPPING: 'the service is about to stop',
  TABLE_NOT_WRITABLE: 'the table cannot be written',
  DISK_LOW: 'the disk has less space than the reserve: requests that add data are refused',
  DATA_DAMAGED: 'the table file is damaged: restore a backup',
} as const;
export type UnreadyReason = keyof typeof UNREADY;

export interface ReadinessParts {
  table: Pick<Table, 'put'>;
  room: Pick<DiskRoom, 'isLow'>;
  now(): number;
}

/** Whether the service can do its work, for `/readyz`; the table is written to at most every five seconds. */
export function readiness({ table, room, now }: ReadinessParts) {
  const standing = new Set<UnreadyReason>(['STARTING']);
  let probed: { at: number; isWritable: Promise<boolean> } | null = null;

  function isWritable(): Promise<boolean> {
    const at = now();
    if (probed === null || Math.abs(at - probed.at) >= PROBE_EVERY_MS)
      probed = { at, isWritable: within(MAX_PROBE_MS, table.put({ ...PROBE, at })) };
    return probed.isWritable;
  }

  return {
    add: (reason: 'STOPPING' | 'DATA_DAMAGED'): void => void standing.add(reason),
    /** Unfinished work has been taken up. */
    started: (): void => void standing.delete('STARTING'),
    /** Empty if the service is ready. */
    async reasons(): Promise<UnreadyReason[]> {
      return [
        ...standing,
        ...((await isWritable()) ? [] : (['TABLE_NOT_WRITABLE'] as const)),
        ...(room.isLow() ? (['DISK_LOW'] as const) : []),
      ];
    },
  };
}

export type Readiness = ReturnType<typeof readiness>;

/** Whether a promise is fulfilled within a time. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const isDone = await Promise.race([
    promise.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  clearTimeout(timer);
  return isDone;
}
