import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type ExecutionStatus,
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
    const known = new Map<string, { input: string; status: ExecutionStatus }>();
    const client = mockClient(SFNClient);
    client.on(StartExecutionCommand, { stateMachineArn: MACHINE }).callsFake(({ name, input }) => {
      const executionArn = `${EXECUTION}:${name}`;
      const { input: other, status } = known.get(executionArn) ?? { input, status: 'RUNNING' };
      if (other !== input || status !== 'RUNNING')
        throw new ExecutionAlreadyExists({ message: 'exists', $metadata: {} });
      known.set(executionArn, { input, status });
      return { executionArn };
    });
    client.on(DescribeExecutionCommand).callsFake(({ executionArn }) => known.get(executionArn));
    return {
      workflows: stepFunctionsWorkflows(new SFNClient({ region: 'us-east-1' }), {
        replay: MACHINE,
        recompare: 'arn:aws:states:us-east-1:1:stateMachine:recompare',
      }),
      finish() {
        for (const execution of known.values()) execution.status = 'TIMED_OUT';
      },
      started: async () => [...known.values()].map(({ input }) => JSON.parse(input)),
    };
  });
});
