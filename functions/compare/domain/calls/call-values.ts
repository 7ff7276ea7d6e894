import { scanJson } from '../../../platform/json/scan-json.ts';
import { compareJson } from '../compare-json.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import { compileRules } from '../rules/rules.ts';
import type { CallsToCompare } from './calls-to-compare.ts';

/** Maximum characters searched for values per comparison; beyond, every value counts as one that stands elsewhere. */
const MAX_SEARCHED = 50_000_000;
/** Maximum values of one response that are remembered as issued. */
const MAX_ISSUED = 1000;

/** What is known of values when a pair of calls is compared. */
export interface CallValues {
  /** Whether a value stands in the request, or was first seen in the response of an earlier call, of its side. */
  isElsewhere(side: 'recorded' | 'made', before: { recorded: number; made: number }): (text: string) => boolean;
  /** Whether an earlier call that was made for real was answered with the one value in place of the other. */
  isIssued(recorded: string, made: string): boolean;
  /** Notes the responses of a pair that has been compared. */
  note(recorded: number, made: number): void;
}

/** Makes the values of one comparison. */
export function callValues({ recorded, made, sent }: CallsToCompare): CallValues {
  let searched = 0;
  const issued = new Map<string, Set<string>>();

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

    isIssued: (a, b) => issued.get(a)?.has(b) === true,

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

/** Collects the values of fields that differ. */
function issuedSink(issued: Map<string, Set<string>>): DifferenceSink {
  let count = 0;
  return {
    everyPlace: true,
    passesOver: () => count >= MAX_ISSUED,
    add({ kind, recorded, replayed }) {
      if (kind !== 'FIELD_VALUE' || recorded === null || replayed === null) return;
      count++;
      issued.set(recorded, (issued.get(recorded) ?? new Set()).add(replayed));
    },
    comparison: () => ({ differences: [], truncated: false }),
  };
}
