import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import type { CompareRule } from '../../../compare/domain/rules/rules.ts';
import { maskedResult } from '../../../findings/domain/masked-result.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { type MappedValue, ResultPayload } from '../../../replay/domain/results/result-payload.ts';
import { shownSides } from '../../../replay/domain/results/shown-result.ts';
import { bodiesOf, type RawPlace } from './bodies.ts';
import { type ChangedRow, type DiffRow, rowsOf } from './diff-row.ts';
import { type HighlightedValues, highlightedValues } from './highlighted-values.ts';
import { hexLines, MAX_BYTES, MAX_LENGTH, type RawSlice, rawSlice } from './raw-slice.ts';
import { type ShownCalls, type ShownRequest, shownCallRows, shownRequest } from './shown-request.ts';

/** Maximum rows of the side-by-side view per page. */
export const MAX_ROWS = 200;

/** The requested part of the bodies. */
export interface ShownPart {
  isRaw: boolean;
  /** First row, or first character of the raw view. */
  from: number;
  /** First character of the replayed side in the raw view, if it differs. */
  replayedFrom: number | null;
}

/** A row of the side-by-side view; `raw`: its place in the raw bodies, where its values are cut. */
export type ShownRow = Exclude<DiffRow, ChangedRow> | (Omit<ChangedRow, 'highlighted'> & { raw: RawPlace | null });

/** The requested part of both bodies. `max`: characters or bytes of a piece. */
export type ShownBodies =
  | { kind: 'none' }
  | { kind: 'raw'; slices: [RawSlice, RawSlice]; max: number }
  | { kind: 'rows'; rows: ShownRow[]; more: boolean }
  | { kind: 'no text' };

/** What the page of one request shows of its stored result. */
export interface ShownCase {
  request: ShownRequest;
  headers: { recorded: readonly Header[]; replayed: readonly Header[] };
  differences: Difference[];
  /** Values that stand for each other; none where values were not mapped. */
  mapped: MappedValue[];
  /** The values of each difference, in its order, cut to where they diverge; null where its own are whole. */
  highlighted: (HighlightedValues | null)[];
  /** Bytes of both bodies. */
  sizes: [number, number];
  bodies: ShownBodies;
  /** Null if none were noticed. */
  calls: ShownCalls | null;
}

export interface ShownCaseInput extends ShownPart {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** Whether credentials are masked. */
  isMasked: boolean;
  rules: readonly CompareRule[];
  operation: string;
}

/** Reads what the page of one request shows; null if its bytes have expired. */
export const shownCaseJob = job('report.case', (input: ShownCaseInput): ShownCase | null => {
  const { stored, isMasked, rules, operation, ...part } = input;
  if (stored === undefined) return null;
  const { calls, ...payload } = v.parse(ResultPayload, jsonOfStored(stored));
  return {
    ...shownCase(shownSides(isMasked ? maskedResult(payload) : payload), { rules, operation }, part),
    calls: calls ? shownCallRows(calls, isMasked) : null,
  };
});

function shownCase(
  payload: ResultPayload,
  compared: Pick<ShownCaseInput, 'rules' | 'operation'>,
  part: ShownPart,
): Omit<ShownCase, 'calls'> {
  const { request, recorded, replayed, differences, mapped = [] } = payload;
  const bodies = bodiesOf(payload, compared);
  const highlightedOf = highlightedValues(differences, bodies);
  const [a, b] = bodies.bytes;
  return {
    request: shownRequest(request),
    headers: { recorded: recorded?.headers ?? [], replayed: replayed?.headers ?? [] },
    differences,
    mapped,
    highlighted: differences.map(highlightedOf),
    sizes: [a.byteLength, b.byteLength],
    bodies: shownBodies(bodies, part),
  };
}

/** The requested part of both bodies: changed parts expanded, the rest folded. Or a piece of the raw bodies. */
export function shownBodies(bodies: ReturnType<typeof bodiesOf>, part: ShownPart): ShownBodies {
  const { bytes, texts } = bodies;
  if (bytes.every(({ byteLength }) => byteLength === 0)) return { kind: 'none' };
  if (part.isRaw) {
    const starts = [part.from, part.replayedFrom ?? part.from] as const;
    const slice = (side: 0 | 1) =>
      texts === null ? hexLines(bytes[side], starts[side]) : rawSlice(texts[side], starts[side]);
    return { kind: 'raw', slices: [slice(0), slice(1)], max: texts === null ? MAX_BYTES : MAX_LENGTH };
  }
  const rows = bodies.rows();
  if (rows === null) return { kind: 'no text' };
  const shown = rowsOf(rows, part.from, MAX_ROWS);
  return {
    kind: 'rows',
    more: shown.more,
    rows: shown.rows.map((row): ShownRow => {
      if (row.kind !== 'changed') return row;
      const { highlighted, ...others } = row;
      return { ...others, raw: highlighted ? bodies.rawPlace(highlighted.at) : null };
    }),
  };
}
