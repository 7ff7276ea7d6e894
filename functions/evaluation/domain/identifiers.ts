import { encodeTime, ulid } from 'ulid';
import * as v from 'valibot';

const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** `wrun_<ULID>` (evaluation 3.1). */
export const RunId = v.pipe(v.string(), v.regex(new RegExp(`^wrun_${ULID}$`)));

/** `fatt_<ULID of the run>_<ordinal from 001>` (evaluation 3.1). */
export const AttemptId = v.pipe(v.string(), v.regex(new RegExp(`^fatt_${ULID}_\\d{3}$`)));

/** A ULID of this moment (epoch ms); `random` is 32 hex digits, of which each two make one of its 16 letters (world.newId). */
export function ulidOf(now: number, random: string): string {
  const bytes = Buffer.from(random, 'hex').values();
  return ulid(now, () => (bytes.next().value ?? 0) / 256);
}

/** The first ULID that a moment (epoch ms) could have; before 1970 there is none earlier. */
export const firstUlidOf = (at: number): string => `${encodeTime(Math.max(0, at))}${'0'.repeat(16)}`;
