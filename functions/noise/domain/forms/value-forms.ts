import { datesOf } from '../../../compare/domain/generated/answer-date.ts';
import { currentTimeForm, type Moments } from '../../../compare/domain/generated/current-time.ts';
import { elapsedForm } from '../../../compare/domain/generated/elapsed-time.ts';
import type { FieldValue } from '../../../compare/domain/generated/field-value.ts';
import { loadFigureForm } from '../../../compare/domain/generated/load-figure.ts';
import { measuredForm } from '../../../compare/domain/generated/measured-duration.ts';
import { randomIdForm } from '../../../compare/domain/generated/random-id.ts';
import { randomValueForm } from '../../../compare/domain/generated/random-value.ts';
import { saltedHash } from '../../../compare/domain/generated/salted-hash.ts';
import { isOtherDistance, isOtherTimeForm, sameDistanceForm } from '../../../compare/domain/generated/time-distance.ts';
import { timeOfDayForm } from '../../../compare/domain/generated/time-of-day.ts';
import type { NoiseReason } from '../noise-facts.ts';
import type { RequestToJudge } from '../request-to-judge.ts';

/** Why a place may differ without a change. */
export interface Explanation {
  reason: NoiseReason;
  form: string | null;
  /** Only the form of both values says so. */
  byForm?: true;
}

/**
 * A value that differs between two replays: the later one, and the clock of its response (epoch ms) if that names it.
 */
export interface MovedValue {
  value: FieldValue | null;
  at: number | null;
  /** Its texts in the responses before which no request changed data. */
  texts: readonly string[];
}

/** Finds the forms of two values that say why they differ. */
export function valueForms(
  { recorded: first, replayed: second, recordedAt, replayedAt, baselineEnv }: RequestToJudge,
  isElsewhere: (before: string, after: string) => boolean,
) {
  const moments = replayedAt === null ? null : { recordedAt, replayedAt };
  const dates = datesOf(first, second);
  const isBesideBuild = baselineEnv !== undefined;

  /** The clock of the responses counts first: importing shifts the time of a recording. */
  function byClock(form: (moments: Moments) => string | null): string | null {
    return (dates && form(dates)) ?? (moments && form(moments));
  }

  /** Whether a value that differs in each replay is a time that changed in another way. */
  function isOtherTime(recorded: FieldValue, replayed: FieldValue, again: MovedValue): boolean {
    if (isOtherTimeForm(recorded, replayed)) return true;
    if (dates === null || again.at === null || again.value === null) return false;
    const ofLeft = { value: recorded, at: dates.recordedAt };
    const ofRight = { value: replayed, at: dates.replayedAt };
    const later = { value: again.value, at: again.at };
    return isBesideBuild ? isOtherDistance(ofRight, ofLeft, later) : isOtherDistance(ofLeft, ofRight, later);
  }

  const timeForm = (recorded: FieldValue, replayed: FieldValue): string | null =>
    (moments && currentTimeForm(recorded, replayed, moments)) ??
    byClock((clock) => timeOfDayForm(recorded, replayed, clock));

  /** `isStable`: the value is the same when the request is sent again, so that it may follow from content. */
  function explained(recorded: FieldValue, replayed: FieldValue, name: string, isStable: boolean): Explanation[] {
    const found: Explanation[] = [];
    const add = (reason: NoiseReason, form: string | null) => {
      if (form !== null) found.push({ reason, form });
    };
    add('CURRENT_TIME', timeForm(recorded, replayed));
    add(
      'RELATIVE_TIME',
      byClock((clock) => sameDistanceForm(recorded, replayed, clock)),
    );
    add(
      'ELAPSED_TIME',
      byClock((clock) => elapsedForm(recorded, replayed, name, clock)),
    );
    add('MEASURED_DURATION', measuredForm(recorded, replayed, name));
    add('LOAD_FIGURE', loadFigureForm(recorded, replayed, name));
    // Of a running build that was sent the request again, a value that stays the same is not random.
    if (isStable && isBesideBuild) return found;
    if (isElsewhere(recorded.text, replayed.text)) return found;
    if (recorded.type === 'string') {
      add('RANDOM_ID', randomIdForm(recorded.text, replayed.text, name));
      add('SALTED_HASH', saltedForm(recorded.text, replayed.text));
    }
    if (found.length === 0 && !isStable) {
      const form = randomValueForm(recorded, replayed, name, moments);
      if (form !== null) found.push({ reason: 'RANDOM_ID', form, byForm: true });
    }
    return found;
  }

  return { isOtherTime, explained };
}

function saltedForm(recorded: string, replayed: string): string | null {
  const a = saltedHash(recorded);
  const b = saltedHash(replayed);
  return a !== null && b !== null && a.form === b.form && a.parameters === b.parameters ? a.form : null;
}
