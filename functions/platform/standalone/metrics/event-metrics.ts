import { Counter, Histogram, type Registry } from 'prom-client';
import { knownValues } from './known-values.ts';

/** Seconds, as OpenTelemetry advises for durations of requests. */
const CASE_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const RUN_BUCKETS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 10_800];
const MAX_VALUES = 100;

/** The facts of a log line. */
type Facts = Record<string, unknown>;

/** Metrics of events, each counted from the log line that says so. */
export function eventMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <const Name extends string>(name: string, help: string, labelNames: readonly Name[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });

  const runs = counter('replay_runs_total', 'Runs that have settled, by the state of their findings', ['state']);
  const results = histogram('replay_run_duration_seconds', 'From the start of a run to its findings', RUN_BUCKETS);
  const misses = counter('replay_mock_misses_total', 'Calls of settled runs that no recorded call answers');
  const cases = counter('replay_cases_total', 'Cases that were replayed, by outcome', ['outcome']);
  const caseTimes = histogram('replay_case_duration_seconds', 'What a target took to answer', CASE_BUCKETS);
  const deliveries = counter('replay_deliveries_total', 'Attempts of notifications, by type and outcome', [
    'type',
    'outcome',
  ]);
  const denied = counter('replay_egress_denied_total', 'Connections that the egress policy refused', ['reason']);
  const states = knownValues(MAX_VALUES);
  const outcomes = knownValues(MAX_VALUES);
  const types = knownValues(MAX_VALUES);
  const ends = knownValues(MAX_VALUES);
  const reasons = knownValues(MAX_VALUES);
  const delivered = ({ type, outcome }: Facts) => deliveries.inc({ type: types(type), outcome: ends(outcome) });

  return {
    'replay settled': ({ outcome, result_ms, misses: missed }) => {
      runs.inc({ state: states(outcome) });
      if (typeof result_ms === 'number') results.observe(result_ms / 1000);
      if (typeof missed === 'number') misses.inc(missed);
    },
    'case replayed': ({ outcome, duration_ms }) => {
      cases.inc({ outcome: outcomes(outcome) });
      if (typeof duration_ms === 'number') caseTimes.observe(duration_ms / 1000);
    },
    'notification sent': delivered,
    'notification not sent': delivered,
    'egress denied': ({ reason }) => denied.inc({ reason: reasons(reason) }),
  } satisfies Record<string, (facts: Facts) => void>;
}
