import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, type LogGroupProps, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** How long lines of each kind are stored. */
const RETENTION = {
  /** Who called, for questions that come late. */
  access: RetentionDays.THREE_MONTHS,
  /** What the functions say about runs, which people look at for weeks. */
  function: RetentionDays.ONE_MONTH,
  /** Step Functions itself has the history of an execution for 90 days. */
  execution: RetentionDays.TWO_WEEKS,
  /** Connections of the VPC, for an investigation. */
  flow: RetentionDays.ONE_MONTH,
} as const;

export interface ServiceLogGroupProps extends Omit<LogGroupProps, 'retention' | 'encryptionKey'> {
  readonly encryptionKey: IKey;
  readonly kind: keyof typeof RETENTION;
}

/** A log group that is sealed with the service's key and stores lines as long as their kind says. */
export class ServiceLogGroup extends LogGroup {
  constructor(scope: Construct, id: string, { kind, ...props }: ServiceLogGroupProps) {
    super(scope, id, { ...props, retention: RETENTION[kind] });
  }
}
