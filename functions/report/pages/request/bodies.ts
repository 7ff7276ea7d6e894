import { type BodyForms, bodyForms } from '../../../compare/domain/bodies/compare-bodies.ts';
import { compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { type Tape, utf8 } from '../../../platform/json/tape.ts';
import { unitsIn } from '../../../platform/json/units-in.ts';
import type { RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { answerOf } from '../../../replay/domain/results/case-outcome.ts';
import type { DiffItem } from './diff/diff-item.ts';
import { jsonItems, oneSidedItems } from './diff/json-items.ts';
import { textItems } from './diff/text-items.ts';

/** Start of the raw view on either side, in characters (in bytes if a side is not text). */
export interface RawLocation {
  from: number;
  replayedFrom: number;
}

/** The bodies of one request, in the forms that its page shows. */
export interface Bodies {
  bytes: [Uint8Array, Uint8Array];
  texts: BodyForms['texts'];
  /** Side by side. Null if at least one side is not text. Each call starts from the first row. */
  items(): Iterable<DiffItem> | null;
  /** Maps a position in the rows to the raw bodies. Null if the rows are not made from the raw text. */
  rawLocation(at: readonly [number, number]): RawLocation | null;
}

const NOTHING: RecordedResponse = { status: 0, headers: [], body: null, bodyEncoding: 'utf8' };

/** Maximum items that are kept for a second reader. */
export const MAX_KEPT_ITEMS = 20_000;

/** Parses both bodies as they are compared. */
export function bodiesOf(
  sides: { recorded: RecordedResponse | null; replayed: RecordedResponse | null },
  { rules, operation }: { rules: readonly RuleInForce[]; operation: string },
): Bodies {
  const [a, b] = [answerOf(sides.recorded ?? NOTHING), answerOf(sides.replayed ?? NOTHING)];
  const { tapes: readTapes, texts } = bodyForms(bodyOf(a), bodyOf(b));
  let isRaw: boolean | null = null;
  let shared: (() => Iterable<DiffItem>) | null = null;

  return {
    bytes: [a.body, b.body],
    texts,

    items() {
      const tapes = readTapes();
      if (tapes !== null) {
        shared ??= sharedItems(jsonItems(...tapes, compileRules(rules, operation).states));
        return shared();
      }
      const only = a.body.byteLength === 0 ? b : b.body.byteLength === 0 ? a : null;
      const [tape] = (only && bodyForms(bodyOf(only), bodyOf(only)).tapes()) ?? [];
      if (tape) return oneSidedItems(tape, only === a ? 'recorded' : 'replayed');
      return texts === null ? null : textItems(...texts);
    },

    rawLocation([atA, atB]) {
      const tapes = readTapes();
      if (tapes === null || texts === null) return null;
      isRaw ??= isWrittenAs(tapes[0], texts[0]) && isWrittenAs(tapes[1], texts[1]);
      if (!isRaw) return null;
      return { from: unitsIn(tapes[0].bytes, 0, atA), replayedFrom: unitsIn(tapes[1].bytes, 0, atB) };
    },
  };
}

/**
 * Items that are made once for several readers, one after the other: aligning large bodies is most of the work. Each
 * but the last may read as many as are kept.
 */
function sharedItems(made: Iterator<DiffItem>): () => Iterable<DiffItem> {
  const kept: DiffItem[] = [];
  return function* () {
    for (let at = 0; ; at++) {
      const known = kept[at];
      if (known === undefined) {
        const next = made.next();
        if (next.done === true) return;
        if (kept.length < MAX_KEPT_ITEMS) kept.push(next.value);
        yield next.value;
      } else yield known;
    }
  };
}

/** Forms and XML are compared as JSON derived from them. */
const isWrittenAs = ({ bytes }: Tape, text: string) => utf8(bytes, 0, bytes.length) === text;

const bodyOf = ({ headers, body }: ReturnType<typeof answerOf>) => ({
  contentType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
  bytes: body,
});
