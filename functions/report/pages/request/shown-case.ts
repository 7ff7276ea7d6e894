import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import type { RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { maskedResult } from '../../../findings/domain/masked-result.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { type CurlCommand, curlCommand } from '../../../recordings/domain/curl/curl-command.ts';
import { recordedSide } from '../../../replay/domain/baseline/recorded-side.ts';
import { type MappedValue, ResultPayload } from '../../../replay/domain/results/result-payload.ts';
import { shownSides } from '../../../replay/domain/results/shown-result.ts';
import { bodiesOf } from './bodies.ts';
import { type CurrentDifference, currentDifferences, rulesInForce } from './current-differences.ts';
import { rowFacts } from './diff/row-facts.ts';
import { type HighlightedValues, highlightedValues } from './highlighted-values.ts';
import { type ShownBodies, type ShownPart, shownBodies } from './shown-bodies.ts';
import { type ShownCalls, type ShownRequest, shownCallRows, shownRequest } from './shown-request.ts';

/** What the page of one request shows of its stored result. */
export interface ShownCase {
  request: ShownRequest;
  /** The recorded request as a command against the target, without credentials. */
  curl: CurlCommand;
  headers: { recorded: readonly Header[]; replayed: readonly Header[] };
  differences: CurrentDifference[];
  /** Values that stand for each other; none where values were not mapped. */
  mapped: MappedValue[];
  /** What was recorded at each difference of two builds, in its order; absent in other runs. */
  asRecorded?: AsRecorded[];
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
  rules: readonly RuleInForce[];
  operation: string;
  /** Address of the target. */
  target: string;
}

/** What was recorded where two builds differ; null if it lacks the value, undefined if that is unknown. */
type AsRecorded = string | null | undefined;

/** Reads what the page of one request shows; null if its bytes have expired. */
export const shownCaseJob = job('report.case', (input: ShownCaseInput): ShownCase | null => {
  const { stored, isMasked, rules, operation, target, ...part } = input;
  if (stored === undefined) return null;
  const { calls, ...payload } = v.parse(ResultPayload, jsonOfStored(stored));
  return {
    ...shownCase(shownSides(isMasked ? maskedResult(payload) : payload), { rules, operation }, part),
    curl: curlCommand(payload.request, target),
    calls: calls ? shownCallRows(calls, isMasked) : null,
  };
});

function shownCase(
  payload: ResultPayload,
  compared: Pick<ShownCaseInput, 'rules' | 'operation'>,
  part: ShownPart,
): Omit<ShownCase, 'calls' | 'curl'> {
  const { request, recorded, replayed, differences, mapped = [] } = payload;
  const bodies = bodiesOf(payload, compared);
  const inForce = rulesInForce(compared.rules, compared.operation);
  const current = currentDifferences(differences, inForce);
  const highlightedOf = highlightedValues(differences, bodies);
  const [a, b] = bodies.bytes;
  const mappedPaths = new Set(mapped.map(({ path }) => path));
  return {
    request: shownRequest(request),
    headers: { recorded: recorded?.headers ?? [], replayed: replayed?.headers ?? [] },
    differences: current,
    ...(payload.baseline && { asRecorded: asRecordedOf(differences, payload.baseline) }),
    mapped,
    highlighted: differences.map(highlightedOf),
    sizes: [a.byteLength, b.byteLength],
    bodies: shownBodies(bodies, part, rowFacts(current, { ...inForce, mapped: mappedPaths })),
  };
}

function asRecordedOf(
  differences: readonly Difference[],
  { differences: moved = [] }: NonNullable<ResultPayload['baseline']>,
): AsRecorded[] {
  return differences.map((difference) => {
    const side = recordedSide(difference, moved);
    if (side === 'unknown') return undefined;
    return side === 'absent' ? null : (side === 'same' ? difference : side).recorded;
  });
}
