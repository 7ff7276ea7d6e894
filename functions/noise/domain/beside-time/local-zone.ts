import type { Difference } from '../../../compare/domain/difference.ts';
import type { FieldTime } from '../../../compare/domain/generated/calendar.ts';
import { commonTimes, type Moments, NEAR_MS } from '../../../compare/domain/generated/current-time.ts';
import { wordsOf } from '../../../compare/domain/generated/field-name.ts';
import { fieldValue } from '../../../compare/domain/generated/field-value.ts';
import type { Explanation } from '../forms/value-forms.ts';
import { lastNameOf } from '../last-name.ts';
import type { JudgedLocation } from './made-in-run.ts';

/** Offsets of time zones are multiples of this, in ms. */
const QUARTER_MS = 15 * 60_000;
const MAX_OFFSET_MS = 14 * 3_600_000;
/** Maximum distance between the current time in a zone and the clock of its response, in ms. */
const MAX_CLOCK_DRIFT_MS = 30_000;
/** How far a time of the past may be ahead of the clock of its response, which counts whole seconds, in ms. */
const MAX_AHEAD_MS = 2000;

/** Words of names of times that are set ahead, which stay as far ahead as they were. */
const AHEAD =
  /^(?:expir\w*|until|valid\w*|next|due|end\w*|deadline|timeout|ttl|renew\w*|locked?|retry\w*|starts?|begins?)$/;

/**
 * The offsets of time zones, in ms, in which a response writes its local time as if it were UTC: where a time that is
 * explained by its distance to the response is the current one in that zone, on both sides.
 */
export function localZones(judged: readonly JudgedLocation[], moments: Moments | null): ReadonlySet<number> {
  if (moments === null) return new Set();
  const explained = judged.filter(({ explanations }) => explanations.some(({ reason }) => reason === 'RELATIVE_TIME'));
  const zones = explained.flatMap(({ location }) =>
    zonedTimes(location).flatMap(([recorded, replayed]) => {
      const offset = Math.round((replayed.time - moments.replayedAt) / QUARTER_MS) * QUARTER_MS;
      const isCurrent = (time: FieldTime, at: number) => Math.abs(time.time - offset - at) <= MAX_CLOCK_DRIFT_MS;
      const isZone = offset !== 0 && Math.abs(offset) <= MAX_OFFSET_MS;
      return isZone && isCurrent(recorded, moments.recordedAt) && isCurrent(replayed, moments.replayedAt)
        ? [offset]
        : [];
    }),
  );
  return new Set(zones);
}

/**
 * Explains a time shortly before the response in such a zone: when a page of a feed was changed, beside when it was
 * built.
 */
export function inLocalZone(location: Difference, zones: ReadonlySet<number>, moments: Moments | null): Explanation[] {
  if (moments === null || zones.size === 0) return [];
  const isRecent = (time: FieldTime, at: number) => time.time - at <= MAX_AHEAD_MS && at - time.time <= NEAR_MS;
  const found = zonedTimes(location).find(([recorded, replayed]) =>
    [...zones].some(
      (offset) => isRecent(recorded, moments.recordedAt + offset) && isRecent(replayed, moments.replayedAt + offset),
    ),
  );
  return found ? [{ reason: 'CURRENT_TIME', form: `${found[0].form}, local` }] : [];
}

/**
 * The times of both sides that may be local: those without a zone, and those that claim to be UTC by an offset of zero.
 */
function zonedTimes({ subject, recorded: a, replayed: b }: Difference): (readonly [FieldTime, FieldTime])[] {
  if (wordsOf(lastNameOf(subject)).some((word) => AHEAD.test(word))) return [];
  const [recorded, replayed] = [fieldValue(a), fieldValue(b)];
  if (recorded === null || replayed === null) return [];
  return commonTimes(recorded, replayed).filter(([{ form }]) => MAY_BE_LOCAL.test(form));
}

const MAY_BE_LOCAL = /without zone|^local (?!.*[+-]\d\d)|^RFC 2822.*(?:\+0000|GMT|UTC?)$/;
