import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** A log group that forgets after a month and is sealed with the service's key. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, encryptionKey: IKey) {
    super(scope, id, { encryptionKey, retention: RetentionDays.ONE_MONTH });
  }
}
