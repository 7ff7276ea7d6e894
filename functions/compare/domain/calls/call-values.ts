import { scanJson } from '../../../platform/json/scan-json.ts';
import { isSealed } from '../../../platform/values/sealed-text.ts';
import { compareJson } from '../compare-json.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import { isIdName, wordsOf } from '../generated/field-name.ts';
import { fieldValue } from '../generated/field-value.ts';
import { compileRules } from '../rules/rules.ts';
import type { CallsToCompare } from './calls-to-compare.ts';
import { looksRandom } from './generated-pair.ts';
import { locationName } from './location-name.ts';

/** Maximum characters searched for values per comparison; beyond, every value counts as one that stands elsewhere. */
const MAX_SEARCHED = 50_000_000;
/** Maximum values of one response that are remembered as issued. */
const MAX_ISSUED = 1000;

/** What is known of values when a pair of calls is compared. */
export interface CallValues {
  /** Whether a value stands in the request, or was first seen in the response of an earlier call, of its side. */
  isElsewhere(side: 'recorded' | 'made', before: { recorded: number; made: number }): (text: string) => boolean;
  /**
   * Whether an earlier call that was made for real was answered with the one value in place of the other, in a field
   * that corresponds to the field `name`: a count that changed from 1 to 3 says nothing of a quantity.
   */
  isIssued(recorded: string, made: string, name: string): boolean;
  /** Notes the responses of a pair that has been compared. */
  note(recorded: number, made: number): void;
}

/** Makes the values of one comparison. */
export function callValues({ recorded, made, sent }: CallsToCompare): CallValues {
  let searched = 0;
  const issued: IssuedValues = new Map();

  const has = (text: string, value: string): boolean => {
    searched += text.length;
    return searched > MAX_SEARCHED || text.includes(value);
  };
  /** An answer from the recording is that of the recorded call. */
  const responseOf = (index: number): string => {
    const call = made[index];
    return call?.response ?? (call?.recorded == null ? '' : (recorded[call.recorded]?.response ?? ''));
  };

  return {
    isElsewhere: (side, before) => (value) => {
      if (has(sent[side], value)) return true;
      for (let index = 0; index < before[side]; index++) {
        // The application itself sent it first, and the response repeats it (`INSERT … RETURNING *`).
        if (has((side === 'recorded' ? recorded : made)[index]?.request ?? '', value)) return false;
        if (has(side === 'recorded' ? (recorded[index]?.response ?? '') : responseOf(index), value)) return true;
      }
      return false;
    },

    isIssued(a, b, name) {
      const names = issued.get(pairOf(a, b));
      if (names === undefined) return false;
      if (isRandomValue(a) && isRandomValue(b)) return true;
      return [...names].some((one) => correspond(one, name));
    },

    note(recordedIndex, madeIndex) {
      const before = recorded[recordedIndex]?.response;
      const after = made[madeIndex]?.response ?? null;
      if (before === undefined || after === null || before === after) return;
      const [a, b] = [scanJson(Buffer.from(before)), scanJson(Buffer.from(after))];
      if (a === null || b === null) return;
      compareJson(a, b, compileRules([], '').states, issuedSink(issued));
    },
  };
}

/** Names of the fields in which responses had one value in place of another, by both values. */
type IssuedValues = Map<string, Set<string>>;

const pairOf = (recorded: string, made: string): string => JSON.stringify([recorded, made]);

/** Whether a value means the same wherever it is. */
function isRandomValue(json: string): boolean {
  const value = fieldValue(json);
  return value?.type === 'string' && (isSealed(value.text) || looksRandom(value.text));
}

/** Whether the field of a response and that of a request mean the same: one name, or ids on both sides. */
function correspond(issued: string, sent: string): boolean {
  if (issued !== '' && wordsOf(issued).join() === wordsOf(sent).join()) return true;
  return (issued === '' || isKeyName(issued)) && (sent === '' || isKeyName(sent));
}

const isKeyName = (name: string): boolean => isIdName(name) || KEY_WORD.test(wordsOf(name).at(-1) ?? '');
/** Last words of names of what databases and counters issue. */
const KEY_WORD = /^(?:rowid|nextval|key|oid|seq)$/;

/** Collects the values of fields that differ. */
function issuedSink(issued: IssuedValues): DifferenceSink {
  let count = 0;
  return {
    everyLocation: true,
    passesOver: () => count >= MAX_ISSUED,
    add({ kind, subject, recorded, replayed }) {
      if (kind !== 'FIELD_VALUE' || recorded === null || replayed === null) return;
      count++;
      const pair = pairOf(recorded, replayed);
      issued.set(pair, (issued.get(pair) ?? new Set()).add(locationName(subject)));
    },
    comparison: () => ({ differences: [], truncated: false }),
  };
}
