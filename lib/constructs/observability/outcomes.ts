import { Duration, Stack } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type MetricFilterProps } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';

/** The log line of a settled round (functions/findings/service/settlement.ts). @internal */
export const SETTLED_MESSAGE = 'replay settled';
/** The metrics of its fields. @internal */
export const SETTLED_FIELDS = {
  ReplayCasesPerSecond: 'cases_per_s',
  ReplayResultTime: 'result_ms',
  ReplayMisses: 'misses',
} as const;
const RUNS = 'ReplayRuns';

const PERIOD = Duration.minutes(5);

/**
 * The functions that may settle a round, by the names of their constructs: as a step, for a stop, or after a death.
 * @internal
 */
export const SETTLING: readonly string[] = [
  'EvaluationApi',
  'EvaluationSteps',
  'FindingsApi',
  'FindingsSteps',
  'ReportApi',
  'ResumePlans',
  'ResumeRuns',
  'TickPolicies',
];

/**
 * What replays came to, counted from the log lines of the functions that settle rounds. The only dimension is the
 * state.
 */
export class Outcomes extends Construct {
  /** Runs by `findings.state`. */
  readonly runs: IMetric;
  readonly casesPerSecond: IMetric;
  readonly resultTimes: readonly IMetric[];
  readonly misses: IMetric;

  constructor(scope: Construct, id: string, functions: readonly ServiceFunction[]) {
    super(scope, id);
    const namespace = Stack.of(this).stackName;
    for (const { node, logGroup } of functions.filter((one) => SETTLING.includes(one.node.id))) {
      const count = (metricName: string, props: Pick<MetricFilterProps, 'metricValue' | 'dimensions'>) =>
        new MetricFilter(this, `${node.id}${metricName}`, {
          logGroup,
          filterPattern: FilterPattern.stringValue('$.message', '=', SETTLED_MESSAGE),
          metricNamespace: namespace,
          metricName,
          ...props,
        });
      count(RUNS, { metricValue: '1', dimensions: { state: '$.outcome' } });
      for (const [metricName, field] of Object.entries(SETTLED_FIELDS))
        count(metricName, { metricValue: `$.${field}` });
    }
    const metric = (metricName: keyof typeof SETTLED_FIELDS, statistic: string) =>
      new Metric({ namespace, metricName, statistic, period: PERIOD, label: statistic });
    this.runs = new MathExpression({
      // A line for each state that a run has had.
      expression: `SEARCH('{${namespace},state} MetricName="${RUNS}"', 'Sum', ${PERIOD.toSeconds()})`,
      usingMetrics: {},
      label: '',
      period: PERIOD,
    });
    this.casesPerSecond = metric('ReplayCasesPerSecond', 'Average');
    this.resultTimes = ['p50', 'p99'].map((statistic) => metric('ReplayResultTime', statistic));
    this.misses = metric('ReplayMisses', 'Sum');
  }
}
