import type { Findings, FindingsInput } from '../../findings/domain/findings.ts';
import type { EndpointLatency } from '../../replay/domain/results/latency.ts';
import { type EndpointRow, endpointRows } from './endpoint-rows.ts';
import { type ExampleOf, examplesOf } from './examples.ts';
import { type IgnoredCounts, ignoredCounts } from './ignored-counts.ts';
import { type MainFailure, mainFailure } from './main-failure.ts';

/** What the report shows beside the findings of a round. */
export interface ReportDetails {
  rows: readonly EndpointRow[];
  exampleOf: ExampleOf;
  /** Of a run that failed by its environment. */
  failure: MainFailure | null;
  ignored: IgnoredCounts;
}

/**
 * Creates the function that derives the details of a round, with a cache: findings that have not changed are the same
 * object (findings/service/findings.ts), and so are their details.
 */
export function rememberedDetails() {
  const derived = new WeakMap<Findings, ReportDetails>();
  return (findings: Findings, input: FindingsInput, latency: readonly EndpointLatency[]): ReportDetails => {
    const details = derived.get(findings) ?? {
      rows: endpointRows(input, latency),
      exampleOf: examplesOf(input),
      failure: findings.state === 'ENVIRONMENT_FAILURE' ? mainFailure(input) : null,
      ignored: ignoredCounts(input),
    };
    derived.set(findings, details);
    return details;
  };
}
