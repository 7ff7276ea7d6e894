import type { Findings, FindingsInput } from '../../findings/domain/findings.ts';
import type { EndpointLatency } from '../../replay/domain/results/latency.ts';
import { type EndpointRow, endpointRows } from './endpoint-rows.ts';
import { type ExampleOf, examplesOf } from './examples.ts';
import { type MainFailure, mainFailure } from './main-failure.ts';

/** What the views of a report show beside the findings of a round; each is derived on its first use. */
export interface ReportDetails {
  rows(): readonly EndpointRow[];
  exampleOf: ExampleOf;
  /** Of a run that failed by its environment. */
  failure(): MainFailure | null;
}

/**
 * Creates the function that derives the details of a round, with a cache: findings that have not changed are the same
 * object (findings/service/findings.ts), and so are their details.
 */
export function rememberedDetails() {
  const derived = new WeakMap<Findings, ReportDetails>();
  return (findings: Findings, input: FindingsInput, latency: readonly EndpointLatency[]): ReportDetails => {
    const details = derived.get(findings) ?? detailsOf(findings, input, latency);
    derived.set(findings, details);
    return details;
  };
}

function detailsOf(findings: Findings, input: FindingsInput, latency: readonly EndpointLatency[]): ReportDetails {
  let rows: readonly EndpointRow[] | undefined;
  let exampleOf: ExampleOf | undefined;
  return {
    rows() {
      rows ??= endpointRows(input, latency);
      return rows;
    },
    exampleOf(...difference) {
      exampleOf ??= examplesOf(input);
      return exampleOf(...difference);
    },
    failure: () => (findings.state === 'ENVIRONMENT_FAILURE' ? mainFailure(input) : null),
  };
}
