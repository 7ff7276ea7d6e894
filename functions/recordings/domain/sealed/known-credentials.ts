import type { RecordedCall } from '../recorded-case.ts';
import type { Secret } from './found-credentials.ts';

/** Credentials of many cases, which are found as words of a text or as parts of one: the oldest are forgotten. */
export interface KnownCredentials {
  note(secrets: Iterable<Secret>): void;
  sealed(text: string): string;
  /** The newest ones, the oldest of them first. */
  newest(max: number): Secret[];
}

const MAX_KNOWN = 10_000;
/** Shorter words may be none. */
const MIN_LENGTH = 16;
const WORD = /[\w.~-]{16,}/g;
const MIXED = /^(?=.*\d)(?=.*[A-Za-z])[\w.~-]{16,1024}$/;
/** Where a credential may begin or end within a word: `rt-<token>`, `device_<key>.cart`. */
const JOINTS = '-_.~';
/** Joints on each side that are tried. */
const MAX_JOINTS = 6;
/** The most frequent word with joints, which is one value. */
const isUuid = (word: string): boolean => word.length === 36 && word[8] === '-' && word[13] === '-' && word[18] === '-';

/** Positions of the first joints of a word, or of the last ones from its end. */
function jointsOf(word: string, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let at = step === 1 ? 0 : word.length - 1; at >= 0 && at < word.length && found.length < MAX_JOINTS; at += step)
    if (JOINTS.includes(word[at] ?? '')) found.push(at);
  return found;
}

/** Collects credentials of the cases that are read: a session that one issues is in the calls of those after it. */
export function knownCredentials(given: Iterable<Secret> = []): KnownCredentials {
  const known = new Map<string, string>();
  /** Of the credentials that were noted. */
  const lengths = new Set<number>();

  function note(secrets: Iterable<Secret>): void {
    for (const [text, placeholder] of secrets) {
      if (!MIXED.test(text)) continue;
      known.delete(text);
      known.set(text, placeholder);
      lengths.add(text.length);
      const [oldest] = known.size > MAX_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
    }
  }

  function sealedWord(word: string): string {
    const whole = known.get(word);
    if (whole !== undefined) return whole;
    if (word.length <= MIN_LENGTH || isUuid(word)) return word;
    const joints = jointsOf(word, 1);
    if (joints.length === 0) return word;
    const starts = [0, ...joints.map((at) => at + 1)];
    const ends = [word.length, ...jointsOf(word, -1)];
    for (const start of starts) {
      for (const end of ends) {
        if (end - start < MIN_LENGTH || !lengths.has(end - start)) continue;
        const placeholder = known.get(word.slice(start, end));
        if (placeholder !== undefined) return word.slice(0, start) + placeholder + word.slice(end);
      }
    }
    return word;
  }

  note(given);
  return {
    note,
    sealed: (text) => (known.size === 0 ? text : text.replaceAll(WORD, sealedWord)),
    newest: (max) => [...known].slice(-max),
  };
}

/** Seals known credentials in a call. */
export const sealKnown = (call: RecordedCall, { sealed }: Pick<KnownCredentials, 'sealed'>): RecordedCall => ({
  ...call,
  target: sealed(call.target),
  operation: sealed(call.operation),
  request: sealed(call.request),
  response: sealed(call.response),
  error: call.error && sealed(call.error),
});
