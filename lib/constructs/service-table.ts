import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  BillingMode,
  type ITable,
  Operation,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { RowRights } from '../../functions/platform/function-uses.ts';
import { ROW_FAMILIES } from '../../functions/platform/values/families/row-families.ts';
import { RunbookAlarm, sumOf } from './observability/runbook-alarm.ts';

/**
 * The sparse indexes of the Table port (functions/platform/world.ts, Item); DynamoDB calls them `i1-index` to
 * `i3-index`.
 */
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

/**
 * What the Table port does, by the rights that functions declare; a transaction is authorised as the writes that it is
 * made of. A write whose answer was lost, or that finds a row expired, reads the row.
 */
const ACTIONS = {
  reads: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  puts: ['dynamodb:PutItem', 'dynamodb:GetItem'],
  batchWrites: ['dynamodb:BatchWriteItem'],
  updates: ['dynamodb:UpdateItem', 'dynamodb:GetItem'],
  removes: ['dynamodb:DeleteItem', 'dynamodb:GetItem'],
  checks: ['dynamodb:ConditionCheckItem'],
} as const satisfies Record<keyof RowRights, readonly string[]>;

export interface ServiceTableProps {
  readonly key: IKey;
  /** A restored table that takes the place of the stack's own (docs/deploy-aws.md, Restore). */
  readonly restoredArn?: string | undefined;
  /** Whether the own table has a stream of its rows as they are written. */
  readonly streams?: boolean;
}

/** The one table: pk/sk, three sparse indexes, rows that expire by `ttl`. */
export class ServiceTable extends Construct {
  readonly table: Pick<ITable, 'tableArn' | 'tableName'> & { readonly tableStreamArn?: string | undefined };

  constructor(scope: Construct, id: string, { key, restoredArn, streams = false }: ServiceTableProps) {
    super(scope, id);
    this.table =
      restoredArn === undefined ? this.ownTable(key, streams) : Table.fromTableArn(this, 'Restored', restoredArn);

    const throttled = (operation: Operation) =>
      new Metric({
        namespace: 'AWS/DynamoDB',
        metricName: 'ThrottledRequests',
        dimensionsMap: { TableName: this.table.tableName, Operation: operation },
        statistic: 'Sum',
        period: Duration.minutes(5),
        label: operation,
      });
    new RunbookAlarm(this, 'Throttled', {
      metric: sumOf(Object.fromEntries(OPERATIONS.map((operation, index) => [`o${index}`, throttled(operation)]))),
      summary: 'The table refuses requests because of its throughput limit.',
      runbook: 'table-throttled',
    });
  }

  private ownTable(encryptionKey: IKey, streams: boolean): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...MAX_UNITS,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      ...(streams && { stream: StreamViewType.NEW_IMAGE }),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    for (const index of INDEXES) {
      table.addGlobalSecondaryIndex({
        indexName: `${index}-index`,
        partitionKey: { name: `${index}pk`, type: AttributeType.STRING },
        sortKey: { name: `${index}sk`, type: AttributeType.STRING },
        projectionType: ProjectionType.ALL,
        ...MAX_UNITS,
      });
    }
    return table;
  }

  /** Does with rows what a function declares, by their partition keys, and nothing with the table's own settings. */
  grantRows(grantee: IGrantable, rights: RowRights): void {
    const { tableArn } = this.table;
    const indexArns = INDEXES.map((index) => `${tableArn}/index/${index}-index`);
    for (const kind of Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]) {
      // its keys
      const families = rights[kind] ?? [];
      if (families.length === 0) continue;
      Grant.addToPrincipal({
        grantee,
        actions: [...ACTIONS[kind]],
        resourceArns: [tableArn, ...(kind === 'reads' ? indexArns : [])],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': families.map((family) => ROW_FAMILIES[family]) },
        },
      });
    }
  }
}
