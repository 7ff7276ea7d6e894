import { callsOf } from '../../rights/held-client.ts';
import { rowFamilyOf } from '../../rights/held-ports.ts';
import { noteUse } from '../../rights/used-rights.ts';
import { onlyOf } from '../template-values.ts';
import { type AwsAnswer, type AwsCall, AwsError, jsonOf } from './aws-call.ts';
import { forwarded } from './forward.ts';
import type { Surroundings } from './surroundings.ts';

/** What rights are called by which the port does it (functions/platform/function-uses.ts). */
const KINDS: Readonly<Record<string, string>> = {
  GetItem: 'reads',
  BatchGetItem: 'reads',
  Query: 'reads',
  PutItem: 'puts',
  UpdateItem: 'updates',
  DeleteItem: 'removes',
  BatchWriteItem: 'batchWrites',
  ConditionCheckItem: 'checks',
};

/** What DynamoDB may answer in place of doing what it is asked. */
type Trouble = 'ProvisionedThroughputExceededException' | 'InternalServerError';

export interface DynamoDb {
  answer(call: AwsCall): Promise<AwsAnswer>;
  /** What each call meets from now on; by default nothing. */
  trouble(decide: (operation: string) => Trouble | null): void;
}

/** A DynamoDB server at an endpoint, behind the policies of the callers. */
export function dynamoDb({ values, policies, functionOf }: Surroundings, endpoint: string): DynamoDb {
  const { name, properties } = onlyOf(values, 'AWS::DynamoDB::Table');
  const table = values.arnOf(name);
  const key = String(properties.SSESpecification.KMSMasterKeyId);
  let decide: (operation: string) => Trouble | null = () => null;

  function hold(call: AwsCall): void {
    const { caller, operation } = call;
    for (const { action, keys, index } of callsOf(operation, jsonOf(call))) {
      policies.hold(caller, {
        action: `dynamodb:${action}`,
        resource: index === undefined ? table : `${table}/index/${index}`,
        context: { 'dynamodb:LeadingKeys': keys },
      });
      for (const pk of keys) noteUse(`${functionOf(caller)} ${KINDS[action]} ${rowFamilyOf(pk)}`);
    }
    policies.holdKey(caller, 'kms:Decrypt', key, 'dynamodb');
  }

  return {
    trouble(by) {
      decide = by;
    },
    async answer(call) {
      hold(call);
      const trouble = decide(call.operation);
      if (trouble !== null) throw new AwsError(trouble, trouble === 'InternalServerError' ? 500 : 400);
      return forwarded(call, endpoint);
    },
  };
}
