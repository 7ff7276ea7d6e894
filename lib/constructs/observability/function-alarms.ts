import { Duration } from 'aws-cdk-lib';
import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { MAX_METRICS, RunbookAlarm, sumOf } from './runbook-alarm.ts';

const PERIOD = Duration.minutes(5);

/** Adds the alarms of all functions, by kind: the same errors of many functions have one cause. */
export function addFunctionAlarms(
  scope: Construct,
  kinds: Record<'api' | 'steps' | 'background', readonly ServiceFunction[]>,
): void {
  new FunctionAlarms(scope, 'ApiFunctions', { noun: 'A function of the API', functions: kinds.api });
  new FunctionAlarms(scope, 'StepFunctions', { noun: 'A function of steps', functions: kinds.steps });
  new FunctionAlarms(scope, 'BackgroundFunctions', {
    noun: 'The notifier, a sweeper or a ticker',
    functions: kinds.background,
  });
}

interface FunctionAlarmsProps {
  /** What the functions are called in alarms: `A function of the API`. */
  readonly noun: string;
  readonly functions: readonly ServiceFunction[];
}

/**
 * Two alarms for functions of one kind: one of them ended with an error, or was throttled. The graph of the alarm says
 * which.
 */
class FunctionAlarms extends Construct {
  constructor(scope: Construct, id: string, { noun, functions }: FunctionAlarmsProps) {
    super(scope, id);
    for (let start = 0; start < functions.length; start += MAX_METRICS) {
      const some = functions.slice(start, start + MAX_METRICS);
      const part = start === 0 ? '' : String(start / MAX_METRICS + 1);
      new RunbookAlarm(this, `Failing${part}`, {
        metric: sumOfEach(some, (one) => one.function.metricErrors({ period: PERIOD, label: one.node.id })),
        summary: `${noun} ended with an error.`,
        runbook: 'function-failing',
      });
      new RunbookAlarm(this, `Throttled${part}`, {
        metric: sumOfEach(some, (one) => one.function.metricThrottles({ period: PERIOD, label: one.node.id })),
        summary: `${noun} was throttled.`,
        runbook: 'function-throttled',
      });
    }
  }
}

function sumOfEach(functions: readonly ServiceFunction[], metricOf: (one: ServiceFunction) => Metric): MathExpression {
  return sumOf(Object.fromEntries(functions.map((one, index) => [`f${index}`, metricOf(one)])));
}
