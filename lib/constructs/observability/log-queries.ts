import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';

/**
 * A saved query of CloudWatch Logs Insights; fields are those of a log line (functions/platform/log.ts and what is
 * logged).
 */
interface LogQuery {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** The saved queries. @internal */
export const LOG_QUERIES: readonly LogQuery[] = [
  {
    id: 'StoryQuery',
    name: 'story of a plan',
    lines: [
      'fields @timestamp, level, message, round, plan_item_id, channel_id, outcome, fault_name, function_name, xray_trace_id',
      '| filter plan_id = "PLAN_ID"',
      '| sort @timestamp asc',
      '| limit 10000',
    ],
  },
  {
    id: 'FailingStepsQuery',
    name: 'failing steps',
    lines: [
      'filter ispresent(fault_name)',
      '| stats count(*) as times, latest(@timestamp) as last, latest(plan_id) as plan by function_name, message, fault_name',
      '| sort times desc',
    ],
  },
  {
    id: 'SlowCallsQuery',
    name: 'slow calls of targets',
    lines: [
      '# Of every case with SVC_LOG_LEVEL=DEBUG, else of those that failed.',
      'filter message = "case replayed"',
      '| fields @timestamp, duration_ms, outcome, plan_id, plan_item_id, trace_id',
      '| sort duration_ms desc',
      '| limit 100',
    ],
  },
];

/** Saves the queries for the log groups of all functions. */
export function addLogQueries(scope: Construct, functions: readonly ServiceFunction[]): void {
  const logGroupNames = functions.map(({ logGroup }) => logGroup.logGroupName);
  const { stackName } = Stack.of(scope);
  for (const { id, name, lines } of LOG_QUERIES)
    new CfnQueryDefinition(scope, id, {
      name: `${stackName}/${name}`,
      queryString: lines.join('\n'),
      logGroupNames,
    });
}
