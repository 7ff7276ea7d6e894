import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  Operation,
  ProjectionType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { RunbookAlarm } from './runbook-alarm.ts';

/** The sparse indexes of the Table port (functions/platform/world.ts, Item); DynamoDB calls them `i1-index` to `i3-index`. */
const INDEXES = ['i1', 'i2', 'i3'] as const;

/** A runaway caller costs this much a second at most, and then is throttled. */
const MAX_UNITS = { maxReadRequestUnits: 10_000, maxWriteRequestUnits: 10_000 };

/** What the Table port asks, as CloudWatch counts it. */
const OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.BATCH_WRITE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** What the Table port does; a transaction is authorised as the writes that it is made of. */
const ACTIONS = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
];

export interface ServiceTableProps {
  readonly key: IKey;
}

/** The one table: pk/sk, three sparse indexes, rows that expire by `ttl`. */
export class ServiceTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, { key }: ServiceTableProps) {
    super(scope, id);

    this.table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...MAX_UNITS,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const index of INDEXES) {
      this.table.addGlobalSecondaryIndex({
        indexName: `${index}-index`,
        partitionKey: { name: `${index}pk`, type: AttributeType.STRING },
        sortKey: { name: `${index}sk`, type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
        ...MAX_UNITS,
      });
    }

    new RunbookAlarm(this, 'Throttled', {
      metric: this.table.metricThrottledRequestsForOperations({
        operations: OPERATIONS,
        period: Duration.minutes(5),
      }),
      summary: 'The table refuses requests because of its throughput limit.',
      runbook: 'table-throttled',
    });
  }

  /** Reads and writes rows and the three indexes, and nothing of the table's own settings. */
  grantRows(grantee: IGrantable): void {
    const { tableArn } = this.table;
    const resourceArns = [tableArn, ...INDEXES.map((index) => `${tableArn}/index/${index}-index`)];
    Grant.addToPrincipal({ grantee, actions: ACTIONS, resourceArns });
  }
}
