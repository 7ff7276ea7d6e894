import type { Difference } from '../../compare/domain/difference.ts';
import { datesOf } from '../../compare/domain/generated/answer-date.ts';
import { currentTimeForm, type Moments } from '../../compare/domain/generated/current-time.ts';
import { elapsedForm } from '../../compare/domain/generated/elapsed-time.ts';
import { isIdName } from '../../compare/domain/generated/field-name.ts';
import { type FieldValue, fieldValue, textOf } from '../../compare/domain/generated/field-value.ts';
import { loadFigureForm } from '../../compare/domain/generated/load-figure.ts';
import { measuredForm } from '../../compare/domain/generated/measured-duration.ts';
import { randomIdForm } from '../../compare/domain/generated/random-id.ts';
import { randomValueForm } from '../../compare/domain/generated/random-value.ts';
import { saltedHash } from '../../compare/domain/generated/salted-hash.ts';
import { differingParts } from '../../compare/domain/generated/text-parts.ts';
import { isOtherDistance, isOtherTimeForm, sameDistanceForm } from '../../compare/domain/generated/time-distance.ts';
import { timeOfDayForm } from '../../compare/domain/generated/time-of-day.ts';
import { onlyTokenClaimsDiffer } from '../../compare/domain/generated/token-claims.ts';
import { isSealed } from '../../platform/values/sealed-text.ts';
import { isCredentialName } from '../../recordings/domain/masks/credential-names.ts';
import { addressMapping } from '../../replay/domain/values/address-mapping.ts';
import { lastNameOf } from './last-name.ts';
import type { NoiseReason } from './noise-facts.ts';
import type { RequestToJudge } from './request-to-judge.ts';
import { hasUnmovedChange } from './texts/unmoved-changes.ts';

/** Why a place may differ without a change. */
export interface Explanation {
  reason: NoiseReason;
  form: string | null;
  /** Only the form of both values says so. */
  byForm?: true;
}

/** A value that differs between two replays: the later one, and the clock of its response (epoch ms) if that names it. */
export interface MovedValue {
  value: FieldValue | null;
  at: number | null;
  /** Its texts in the responses before which no request changed data. */
  texts: readonly string[];
}

/**
 * Makes the function that finds the reasons of interface 3.1 for a place. `values`: the places that differ between
 * replays.
 */
export function valueExplainer(
  one: RequestToJudge,
  { values, isSentAgain }: { values: ReadonlyMap<string, MovedValue>; isSentAgain: boolean },
): (place: Difference) => Explanation[] {
  const { recordedAt, replayedAt } = one;
  const isElsewhere = knownTexts(one);
  const moments = replayedAt === null ? null : { recordedAt, replayedAt };
  const address = one.targetEnv === undefined ? null : addressMapping(one.request, one.targetEnv, '');
  const dates = datesOf(one.recorded, one.replayed);

  /** The clock of the responses counts first: importing shifts the time of a recording. */
  function byClock(form: (moments: Moments) => string | null): string | null {
    return (dates && form(dates)) ?? (moments && form(moments));
  }

  /** Whether a value that differs in each replay is a time that changed in another way. */
  function isOtherTime(recorded: FieldValue, replayed: FieldValue, again: MovedValue): boolean {
    if (isOtherTimeForm(recorded, replayed)) return true;
    if (dates === null || again.at === null || again.value === null) return false;
    return isOtherDistance(
      { value: recorded, at: dates.recordedAt },
      { value: replayed, at: dates.replayedAt },
      { value: again.value, at: again.at },
    );
  }

  const timeForm = (recorded: FieldValue, replayed: FieldValue): string | null =>
    (moments && currentTimeForm(recorded, replayed, moments)) ??
    byClock((clock) => timeOfDayForm(recorded, replayed, clock));

  /** `isStable`: the value is the same in both replays, so that it may follow from content. */
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

  /** Explains every part in which two texts differ: the ids and times of a link, a message, or HTML. */
  function ofParts(recorded: string, replayed: string, isStable: boolean): Explanation[] {
    // In the links of an application to itself, the address of the target stands for the recorded one.
    const isMoved = address !== null && !replayed.includes(address.recorded);
    const moved = isMoved ? recorded.replaceAll(address.recorded, address.replayed) : recorded;
    for (const parts of differingParts(moved, replayed)) {
      const found: Explanation[] = [];
      const isNoise = parts.every((part) => {
        const reasons = explained(string(part.recorded), string(part.replayed), part.name, isStable).filter(
          // A part without a name that says so may be the digest of a file.
          ({ byForm }) => !byForm || isIdName(part.name) || isCredentialName(part.name),
        );
        found.push(...reasons.map((reason) => ({ ...reason, form: `${reason.form} in a text` })));
        return reasons.length > 0;
      });
      if (isNoise) return found;
    }
    return [];
  }

  /** The text behind two placeholders; both as they are if they cannot be opened. */
  function opened(recorded: FieldValue, replayed: FieldValue): [FieldValue, FieldValue] {
    const texts = [recorded, replayed].map(({ text }) => (isSealed(text) ? (one.open?.(text) ?? null) : null));
    const [a, b] = texts;
    return a == null || b == null ? [recorded, replayed] : [string(a), string(b)];
  }

  return ({ path, subject, recorded: a, replayed: b }) => {
    const recorded = fieldValue(a);
    const replayed = fieldValue(b);
    const again = values.get(path);
    const differs: Explanation[] = again === undefined ? [] : [{ reason: 'DIFFERS_BETWEEN_REPLAYS', form: null }];
    const isChangedText = () => {
      const [before, now] = [textOf(a), textOf(b)];
      return again !== undefined && before !== null && now !== null && hasUnmovedChange(before, now, again.texts);
    };
    if (recorded === null || replayed === null) return isChangedText() ? [] : differs;
    const isChanged = again !== undefined && (isOtherTime(recorded, replayed, again) || isChangedText());
    const explanations = isChanged ? [] : differs;
    const isStable = isSentAgain && again === undefined;
    const isKnown = isSealed(recorded.text) && isElsewhere(recorded.text, replayed.text);
    const sides = isKnown ? ([recorded, replayed] as const) : opened(recorded, replayed);
    explanations.push(...explained(...sides, lastNameOf(subject), isStable));
    if (recorded.type === 'string' && onlyTokenClaimsDiffer(recorded.text, replayed.text)) {
      explanations.push({ reason: 'TOKEN_CLAIMS', form: 'JWT' });
    }
    if (explanations.length > 0 || recorded.type !== 'string' || replayed.type !== 'string') return explanations;
    return ofParts(recorded.text, replayed.text, isStable);
  };
}

const string = (text: string): FieldValue => ({ type: 'string', text });

function saltedForm(recorded: string, replayed: string): string | null {
  const a = saltedHash(recorded);
  const b = saltedHash(replayed);
  return a !== null && b !== null && a.form === b.form && a.parameters === b.parameters ? a.form : null;
}

/**
 * Makes the check whether a value was sent, or a replayed one already stood in the recording: then it belongs to something
 * else and was not generated for the response.
 */
function knownTexts({ request, recorded }: RequestToJudge): (before: string, after: string) => boolean {
  let texts: { sent: ReadonlySet<string>; answered: ReadonlySet<string> } | undefined;
  return (before, after) => {
    texts ??= {
      sent: textsIn([request.path, request.body ?? '', ...request.headers.map(([, value]) => value)].join(' ')),
      answered: textsIn(recorded.body ?? ''),
    };
    const { sent, answered } = texts;
    return sent.has(before) || sent.has(after) || answered.has(after);
  };
}

/** The texts that could be ids, tokens or placeholders of sealed ones. */
const textsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [/[\w-]{16,512}/g, /[\w+/=-]{16,512}/g, /sealed\.v1\.[\w-]{38,}\./g].flatMap((form) => text.match(form) ?? []),
  );
