import { type BodyForms, bodyForms } from '../../../compare/domain/bodies/compare-bodies.ts';
import { type CompareRule, compileRules } from '../../../compare/domain/rules/rules.ts';
import { type Tape, utf8 } from '../../../platform/json/tape.ts';
import type { RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { answerOf } from '../../../replay/domain/results/case-outcome.ts';
import type { DiffRow } from './diff-row.ts';
import { jsonRows, oneSidedRows } from './json-rows.ts';
import { unitsIn } from './parted-cells.ts';
import { textRows } from './text-rows.ts';

/** Where the raw view of either side begins, in characters (in bytes where a side is no text). */
export interface RawPlace {
  from: number;
  replayedFrom: number;
}

/** The bodies of one request, in the forms that its page shows. */
export interface Bodies {
  bytes: [Uint8Array, Uint8Array];
  texts: BodyForms['texts'];
  /** Side by side; null where at least one side is no text. Made anew for each reader. */
  rows(): Iterable<DiffRow> | null;
  /** The place in the raw bodies of a place in what the rows are made of; null where that was not read as it came. */
  rawPlace(at: readonly [number, number]): RawPlace | null;
}

const NOTHING: RecordedResponse = { status: 0, headers: [], body: null, bodyEncoding: 'utf8' };

/** Reads both bodies as they are compared. */
export function bodiesOf(
  sides: { recorded: RecordedResponse | null; replayed: RecordedResponse | null },
  { rules, operation }: { rules: readonly CompareRule[]; operation: string },
): Bodies {
  const [a, b] = [answerOf(sides.recorded ?? NOTHING), answerOf(sides.replayed ?? NOTHING)];
  const { tapes, texts } = bodyForms(bodyOf(a), bodyOf(b));
  let isRaw: boolean | null = null;

  return {
    bytes: [a.body, b.body],
    texts,

    rows() {
      if (tapes !== null) return jsonRows(...tapes, compileRules(rules, operation).states);
      const only = a.body.byteLength === 0 ? b : b.body.byteLength === 0 ? a : null;
      const [tape] = (only && bodyForms(bodyOf(only), bodyOf(only)).tapes) ?? [];
      if (tape) return oneSidedRows(tape, only === a ? 'recorded' : 'replayed');
      return texts === null ? null : textRows(...texts);
    },

    rawPlace([atA, atB]) {
      if (tapes === null || texts === null) return null;
      isRaw ??= isWrittenAs(tapes[0], texts[0]) && isWrittenAs(tapes[1], texts[1]);
      if (!isRaw) return null;
      return { from: unitsIn(tapes[0].bytes, 0, atA), replayedFrom: unitsIn(tapes[1].bytes, 0, atB) };
    },
  };
}

/** Forms and XML are compared as JSON that was made of them. */
const isWrittenAs = ({ bytes }: Tape, text: string) => utf8(bytes, 0, bytes.length) === text;

const bodyOf = ({ headers, body }: ReturnType<typeof answerOf>) => ({
  contentType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  bytes: body,
});
