import { type Moments, NEAR_MS } from './current-time.ts';
import { isContentName } from './field-name.ts';
import type { FieldValue } from './field-value.ts';
import { isUnlikeWords, randomTokenForm } from './random-token.ts';

/** `tok_`, `sk_live_`, `Bearer `: what stands before a random text and must be equal on both sides. */
const PREFIX = /^(?:Bearer |(?:[a-z]{2,12}[_:-]){1,3}|(?:[A-Z]{2,12}[_:-]){1,3})/;
const NANO_ID = /^(?=(?:.*[a-z]){3})(?=(?:.*[A-Z]){3})[\w-]{21}$/;
const WORDS = /^[a-z]+\d*(?:[-_][a-z]*\d*)+$/i;
const PLAIN_WORDS = /^(?:[A-Z]+|[A-Z]?[a-z]+)(?:[-_]+(?:[A-Z]+|[A-Z]?[a-z]+))*$/;
const REVISION = /^(\d{1,9})-([0-9a-f]{32})$/;

/**
 * The format in which both sides are random by their form alone, in a field of any name: hex of 128 bits and more,
 * random texts, revisions of one number, and ids that contain the time of their own request. Null where the name says
 * that the value follows from content. Weaker than the format of a random id: a value that is the same in two replays
 * is not random.
 */
export function randomValueForm(
  recorded: FieldValue,
  replayed: FieldValue,
  name: string,
  moments: Moments | null,
): string | null {
  if (recorded.type !== replayed.type || recorded.text === replayed.text) return null;
  const revision = revisionForm(recorded.text, replayed.text);
  if (revision !== null) return revision;
  if (isContentName(name)) return null;
  const [a, b] = [recorded.text, replayed.text];
  if (moments !== null) {
    const timed = timedIdForm(a, b, moments);
    if (timed !== null) return timed;
  }
  if (recorded.type === 'number') return null;
  const [prefix = '', other = ''] = [a, b].map((text) => PREFIX.exec(text)?.[0]);
  return prefix === other ? commonForm(a.slice(prefix.length), b.slice(prefix.length)) : null;
}

/** The number of a revision such as `1-<md5>`; null for any other text. */
export const revisionNumber = (text: string): string | null => REVISION.exec(text)?.[1] ?? null;

/** Another hash of a revision with the same number: the database counts the changes of a document in it. */
function revisionForm(recorded: string, replayed: string): string | null {
  const [, number, hash = ''] = REVISION.exec(recorded) ?? [];
  const [, other, otherHash = ''] = REVISION.exec(replayed) ?? [];
  const areRandom = [hash, otherHash].every((one) => randomTokenForm(one) !== null);
  return number !== undefined && number === other && areRandom ? 'revision' : null;
}

function commonForm(a: string, b: string): string | null {
  const sides = [formOf(a), formOf(b)];
  if (sides.every((side) => side === null)) return null;
  const [form, other] = [sides[0] ?? formOf(a, true), sides[1] ?? formOf(b, true)];
  if (form === null || form !== other) return null;
  return form.endsWith('hex') && isUpperHex(a) !== isUpperHex(b) ? null : form;
}

const isUpperHex = (text: string): boolean => /[A-F]/.test(text);

const formOf = (text: string, isBeside = false): string | null =>
  randomTokenForm(text, isBeside) ?? (isNanoId(text, isBeside) ? 'Nano ID' : null);

const isNanoId = (text: string, isBeside: boolean): boolean =>
  NANO_ID.test(text) &&
  (/\d/.test(text) ? !WORDS.test(text) : isBeside && isUnlikeWords(text, 2) && !PLAIN_WORDS.test(text));

/** Ids that contain the time when they were made, in epoch ms. */
const TIMED_IDS: readonly { form: string; text: RegExp; times(id: string): number[] }[] = [
  { form: 'object id', text: /^[0-9a-f]{24}$/, times: (id) => [Number.parseInt(id.slice(0, 8), 16) * 1000] },
  { form: 'CUID', text: /^c[0-9a-z]{24}$/, times: (id) => [Number.parseInt(id.slice(1, 9), 36)] },
  { form: 'KSUID', text: /^[0-9A-Za-z]{27}$/, times: (id) => [ksuidTime(id)] },
  {
    form: 'snowflake',
    text: /^\d{17,19}$/,
    times: (id) => SNOWFLAKE_EPOCHS.map((epoch) => Number(BigInt(id) >> 22n) + epoch),
  },
];

/** Of Twitter and of Discord. */
const SNOWFLAKE_EPOCHS = [1_288_834_974_657, 1_420_070_400_000];

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KSUID_EPOCH_S = 1_400_000_000;

function ksuidTime(id: string): number {
  const number = [...id].reduce((sum, letter) => sum * 62n + BigInt(BASE62.indexOf(letter)), 0n);
  return (Number(number >> 128n) + KSUID_EPOCH_S) * 1000;
}

/** The format of two ids that each contain the time of their own request. */
function timedIdForm(recorded: string, replayed: string, { recordedAt, replayedAt }: Moments): string | null {
  const found = TIMED_IDS.find(({ text, times }) => {
    if (!text.test(recorded) || !text.test(replayed)) return false;
    const others = times(replayed);
    return times(recorded).some(
      (time, index) => isNear(time, recordedAt) && isNear(others[index] ?? Number.NaN, replayedAt),
    );
  });
  return found?.form ?? null;
}

const isNear = (time: number, moment: number) => Math.abs(time - moment) <= NEAR_MS;
