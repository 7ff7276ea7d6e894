import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

export interface RunbookAlarmProps {
  readonly metric: IMetric;
  /** What has happened, in one sentence. */
  readonly summary: string;
  /** Section of docs/operator-runbook.md that says what to do. */
  readonly runbook: string;
  /** Alarms above this value; 0 by default. */
  readonly above?: number;
  /** Periods in a row; 1 by default. */
  readonly periods?: number;
}

/** An alarm whose description says what has happened and where the operator reads what to do. */
export class RunbookAlarm extends Alarm {
  constructor(scope: Construct, id: string, { metric, summary, runbook, above = 0, periods = 1 }: RunbookAlarmProps) {
    super(scope, id, {
      metric,
      alarmDescription: `${summary} What to do: docs/operator-runbook.md#${runbook}`,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/** Metrics that the expression of one alarm may name (CloudWatch). */
export const MAX_METRICS = 10;

/** The sum of metrics of the same period. */
export function sumOf(metrics: Readonly<Record<string, Metric>>): MathExpression {
  const all = Object.values(metrics);
  if (all.length > MAX_METRICS) throw new Error(`an alarm names at most ${MAX_METRICS} metrics`);
  const [first] = all;
  return new MathExpression({
    expression: 'SUM(METRICS())',
    usingMetrics: metrics,
    ...(first && { period: first.period }),
  });
}
