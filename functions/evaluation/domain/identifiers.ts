import { encodeTime, ulid } from 'ulid';
import * as v from 'valibot';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** `wrun_<ULID>` (evaluation 3.1). */
export const RunId = v.pipe(v.string(), v.regex(new RegExp(`^wrun_${ULID}$`)));

/** `fatt_<ULID of the run>_<ordinal from 001>` (evaluation 3.1). */
export const AttemptId = v.pipe(v.string(), v.regex(new RegExp(`^fatt_${ULID}_\\d{3}$`)));

/**
 * Creates a ULID for `now` (epoch ms). `random` is 32 hex digits; each pair becomes one of its 16 random characters
 * (world.newId).
 */
export function ulidOf(now: number, random: string): string {
  const bytes = Buffer.from(random, 'hex').values();
  return ulid(now, () => (bytes.next().value ?? 0) / 256);
}

/** The lowest ULID of a time (epoch ms). Times before 1970 count as 1970. */
export const firstUlidOf = (at: number): string => `${encodeTime(Math.max(0, at))}${'0'.repeat(16)}`;
