import { Duration, Stack } from 'aws-cdk-lib';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { RunbookAlarm } from './runbook-alarm.ts';

/**
 * Tells that someone had the service connect to an address that is not a target of any application: metadata, loopback
 * (facts: observability, egress).
 */
export class EgressAlarm extends Construct {
  constructor(scope: Construct, id: string, functions: readonly ServiceFunction[]) {
    super(scope, id);
    const [denied] = functions.map(
      ({ logGroup, node }) =>
        new MetricFilter(this, node.id, {
          logGroup,
          filterPattern: FilterPattern.all(
            FilterPattern.stringValue('$.message', '=', 'egress denied'),
            FilterPattern.stringValue('$.reason', '=', 'denied-address'),
          ),
          metricNamespace: Stack.of(this).stackName,
          metricName: 'EgressDeniedAddress',
          metricValue: '1',
        }),
    );
    if (denied === undefined) return;
    new RunbookAlarm(this, 'Denied', {
      metric: denied.metric({ statistic: 'Sum', period: Duration.minutes(1) }),
      summary: 'The service was asked to connect to a permanently denied address.',
      runbook: 'egress-denied',
    });
  }
}
