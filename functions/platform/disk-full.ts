/** https://www.sqlite.org/rescode.html */
const SQLITE_FULL = 13;
/** The shared memory of the write-ahead log could not grow. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** The disk and the quota of a user. */
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

/** A write that was refused before it was tried, because it would take the room that deletions need. */
export class DiskReserved extends Error {
  override name = 'DiskReserved';
}

/** Whether a write failed for want of room: in a file, in SQLite, or as the cause of another fault. */
export function isDiskFull(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  if (fault instanceof DiskReserved) return true;
  if ('code' in fault && FULL.includes(fault.code)) return true;
  if ('errcode' in fault && (fault.errcode === SQLITE_FULL || fault.errcode === SQLITE_IOERR_SHMSIZE)) return true;
  return isDiskFull(fault.cause);
}
