/** The table of a data directory. */
export const TABLE_FILE = 'service.sqlite';
/** The directory of the blobs. */
export const BLOBS_FOLDER = 'blobs';
/** Room that is kept for deletions (upkeep/reserve-file.ts). */
export const RESERVE_FILE = 'disk.reserve';
/** The keys, unless SVC_MASTER_KEY_FILE names another file. */
export const KEY_FILE = 'master.key';
