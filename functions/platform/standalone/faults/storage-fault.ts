/**
 * Primary result codes of SQLite for a file or disk that takes or gives no bytes at the moment
 * (sqlite.org/rescode.html).
 */
const SQLITE_CODES = new Set([
  5, // SQLITE_BUSY
  6, // SQLITE_LOCKED
  8, // SQLITE_READONLY
  10, // SQLITE_IOERR
  13, // SQLITE_FULL
  14, // SQLITE_CANTOPEN
]);
/** The same by the operating system. */
const SYSTEM_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);
const MAX_CAUSES = 5;

/**
 * Whether the disk failed, rather than the caller: the same call can succeed once the disk works again. Also true for a
 * fault that has such a one as its cause.
 */
export function isStorageFault(fault: unknown): boolean {
  let cause = fault;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    // An extended code has its primary code in the low byte.
    if ('errcode' in cause && typeof cause.errcode === 'number' && SQLITE_CODES.has(cause.errcode & 0xff)) return true;
    if ('code' in cause && typeof cause.code === 'string' && SYSTEM_CODES.has(cause.code)) return true;
    cause = cause.cause;
  }
  return false;
}
