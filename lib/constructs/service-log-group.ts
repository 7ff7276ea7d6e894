import { LogGroup, type LogGroupProps, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A log group that forgets after a month and is sealed with the service's key. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, props: Required<Pick<LogGroupProps, 'encryptionKey'>> & LogGroupProps) {
    super(scope, id, { ...props, retention: RetentionDays.ONE_MONTH });
  }
}
