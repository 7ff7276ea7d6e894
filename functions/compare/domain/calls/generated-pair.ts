import { isSealed, placeholdersIn } from '../../../platform/values/sealed-text.ts';
import { sealedAlike } from '../../../recordings/domain/sealed/sealer.ts';
import { fieldTime } from '../generated/current-time.ts';
import { type FieldValue, fieldValue } from '../generated/field-value.ts';
import { randomId, randomIdForm } from '../generated/random-id.ts';
import { isUnlikeWords } from '../generated/random-token.ts';
import { differingParts, type TextPart } from '../generated/text-parts.ts';
import { onlyTokenClaimsDiffer } from '../generated/token-claims.ts';

/** When a request was recorded and replayed, epoch ms; null where that is unknown. */
export interface RequestTimes {
  recordedAt: number;
  replayedAt: number | null;
}

/** How far two times may lie apart that both count from their request, and how near to it a repeated one is. */
const MAX_DRIFT_MS = 60_000;
const NEAR_MS = 10 * 60_000;

/**
 * Whether two values, given as JSON, look as if each was generated for its own request: random ids, tokens, and times
 * that lie as far from their request. `isElsewhere`: the value was taken from somewhere, and so was not generated. Of
 * texts with several parts, such as paths and keys, each part that differs has to be generated.
 */
export function isGeneratedPair(
  recorded: string,
  made: string,
  times: RequestTimes,
  isElsewhere: (side: 'recorded' | 'made', text: string) => boolean,
): boolean {
  const a = fieldValue(recorded);
  const b = fieldValue(made);
  if (a === null || b === null || a.type !== b.type) return false;
  const areGenerated = (one: FieldValue, other: FieldValue): boolean =>
    looksGenerated(one, other, times) && !isElsewhere('recorded', one.text) && !isElsewhere('made', other.text);
  if (areGenerated(a, b)) return true;
  return a.type === 'string' && differingParts(a.text, b.text).some((parts) => parts.every(arePairs));

  function arePairs(part: TextPart): boolean {
    return areGenerated({ type: 'string', text: part.recorded }, { type: 'string', text: part.replayed });
  }
}

/**
 * The sealed values in two JSON values that look generated once they are opened, in pairs; null if the values differ
 * otherwise, or if a sealed value stands elsewhere.
 */
export function generatedSealed(
  recorded: string,
  made: string,
  {
    times,
    open,
    isElsewhere,
  }: {
    times: RequestTimes;
    open(json: string): string;
    isElsewhere: Readonly<Record<'recorded' | 'made', (text: string) => boolean>>;
  },
): (readonly [recorded: string, made: string])[] | null {
  const [before, after] = [placeholdersIn(recorded), placeholdersIn(made)];
  if (before.length === 0 || before.length !== after.length) return null;
  const pairs = before.flatMap((one, index) => {
    const other = after[index];
    return other === undefined || other === one ? [] : [[one, other] as const];
  });
  if (pairs.some(([one, other]) => isElsewhere.recorded(one) || isElsewhere.made(other))) return null;
  return isGeneratedPair(open(recorded), open(made), times, () => false) ? pairs : null;
}

function looksGenerated(recorded: FieldValue, made: FieldValue, times: RequestTimes): boolean {
  if (isTimePair(recorded, made, times)) return true;
  if (recorded.type === 'number') return false;
  const [a, b] = [recorded.text, made.text];
  return (
    // Any name may stand before a value here, and parameters of statements have none.
    randomIdForm(a, b, 'id') !== null ||
    (a.length === b.length && (areHex(a, b) || areLongTexts(a, b))) ||
    onlyTokenClaimsDiffer(a, b) ||
    sealedAlike(a, b) !== null ||
    (isSealed(a) !== isSealed(b) && looksRandom(isSealed(a) ? b : a))
  );
}

/** Whether a text alone may be a credential that was not known as one yet, where the other side has it sealed. */
export const looksRandom = (text: string): boolean =>
  randomId(text, 'id') !== null || LONG_HEX.test(text) || JWT.test(text) || isLongText(text);

const JWT = /^eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*$/;

// By chance, one hex id in two thousand has no letters, and one text in forty no digits: the other side has them.
const areHex = (a: string, b: string): boolean =>
  (LONG_HEX.test(a) && HEX.test(b)) || (HEX.test(a) && LONG_HEX.test(b));

const areLongTexts = (a: string, b: string): boolean =>
  (isLongText(a) && isLongBesideOne(b)) || (isLongBesideOne(a) && isLongText(b));

const isLongText = (text: string): boolean => LONG_TEXT.test(text) && !WORDS.test(text);

const isLongBesideOne = (text: string): boolean =>
  isLongText(text) || (LETTERS.test(text) && !WORDS.test(text) && isUnlikeWords(text, 2));

/** 16 or more hex digits of one case, with letters and digits. */
const LONG_HEX = /^(?=.*\d)(?=.*[a-fA-F])(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/;
const HEX = /^(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/;
/** Base64 and base64url of 16 or more bytes: letters of both cases and digits. */
const LONG_TEXT = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?:[\w-]{21,}|[A-Za-z0-9+/]{21,})={0,2}$/;
/** The same without digits. */
const LETTERS = /^(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z_-]{21,}|[A-Za-z+/]{21,})={0,2}$/;
/** Words and numbers with something between them: a name, not a random text. */
const WORDS = /^[a-z]+\d*(?:[-_/][a-z]*\d*)+$/i;

/** Whether both are times of one form that count from their own request, or the time of the recorded one again. */
function isTimePair(recorded: FieldValue, made: FieldValue, { recordedAt, replayedAt }: RequestTimes): boolean {
  const a = fieldTime(recorded);
  const b = fieldTime(made);
  if (a === null || b === null || a.form !== b.form) return false;
  const isRepeated = Math.abs(b.time - a.time) <= MAX_DRIFT_MS && Math.abs(a.time - recordedAt) <= NEAR_MS;
  if (isRepeated) return true;
  return replayedAt !== null && Math.abs(b.time - replayedAt - (a.time - recordedAt)) <= MAX_DRIFT_MS;
}
