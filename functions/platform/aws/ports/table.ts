import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../world.ts';
import { clientOptions } from '../client-limits.ts';
import { dynamoTable } from '../table.ts';
import type { AwsPort } from '../world.ts';

/** The Table port: one DynamoDB table. */
export const table: AwsPort<Table> = ({ tableName }, { limits }) =>
  dynamoTable(new DynamoDBClient(clientOptions(limits)), tableName, Date.now);
