import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { describe } from 'vitest';
import { stepFunctionsWorkflows } from '../../functions/aws/workflows.ts';
import { workflowsContract } from './workflows.contract.ts';

const MACHINE = 'arn:aws:states:us-east-1:1:stateMachine:replay';
const EXECUTION = 'arn:aws:states:us-east-1:1:execution:replay';

describe('Workflows on Step Functions', () => {
  workflowsContract(() => {
    const known = new Map<string, string>();
    const client = mockClient(SFNClient);
    client.on(StartExecutionCommand, { stateMachineArn: MACHINE }).callsFake(({ name, input }) => {
      const executionArn = `${EXECUTION}:${name}`;
      if (known.has(executionArn)) throw new ExecutionAlreadyExists({ message: 'exists', $metadata: {} });
      known.set(executionArn, input);
      return { executionArn };
    });
    client.on(DescribeExecutionCommand).callsFake(({ executionArn }) => ({ input: known.get(executionArn) }));
    return {
      workflows: stepFunctionsWorkflows(new SFNClient({ region: 'us-east-1' }), { replay: MACHINE }),
      started: async () => [...known.values()].map((input) => JSON.parse(input)),
    };
  });
});
