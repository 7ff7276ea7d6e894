import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type ExecutionStatus,
  InvalidToken,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test, vi } from 'vitest';
import { stepFunctionsWorkflows } from '../../functions/platform/aws/workflows.ts';
import { workflowsContract } from './workflows.contract.ts';

const MACHINE = 'arn:aws:states:us-east-1:1:stateMachine:replay';
const EXECUTION = 'arn:aws:states:us-east-1:1:execution:replay';

test.for([
  ['continues', 'Root=1-00000000-aaaaaaaaaaaaaaaaaaaaaaaa;Parent=bbbbbbbbbbbbbbbb;Sampled=1'],
  ['starts without', undefined],
] as const)('an execution %s the trace of the invocation that starts it', async ([, header]) => {
  vi.stubEnv('_X_AMZN_TRACE_ID', header);
  const client = mockClient(SFNClient);
  client.on(StartExecutionCommand).resolves({});
  const machines = { replay: MACHINE, recompare: MACHINE, analysis: MACHINE, evaluation: MACHINE };
  await stepFunctionsWorkflows(new SFNClient({ region: 'us-east-1' }), machines).start('replay', 'p1-r1', {});
  vi.unstubAllEnvs();
  const [started] = client.commandCalls(StartExecutionCommand);
  expect(started?.args[0].input.traceHeader).toBe(header);
});

describe('the Workflows port on Step Functions', () => {
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
    const tasks = new Map<string, 'waiting' | 'over'>();
    client.on(SendTaskSuccessCommand).callsFake(({ taskToken, output }: { taskToken: string; output: string }) => {
      JSON.parse(output);
      const details = { message: 'no', $metadata: {} };
      if (taskToken.length < 1 || taskToken.length > 1024) throw new InvalidToken(details);
      const task = tasks.get(taskToken);
      if (task === undefined) throw new TaskDoesNotExist(details);
      if (task === 'over') throw new TaskTimedOut(details);
      tasks.set(taskToken, 'over');
      return {};
    });
    return {
      workflows: stepFunctionsWorkflows(new SFNClient({ region: 'us-east-1' }), {
        replay: MACHINE,
        recompare: 'arn:aws:states:us-east-1:1:stateMachine:recompare',
        analysis: 'arn:aws:states:us-east-1:1:stateMachine:analysis',
        evaluation: 'arn:aws:states:us-east-1:1:stateMachine:evaluation',
      }),
      finish() {
        for (const execution of known.values()) execution.status = 'TIMED_OUT';
      },
      started: async () => [...known.values()].map(({ input }) => JSON.parse(input)),
      async waiting() {
        const token = `AQC${tasks.size}`;
        tasks.set(token, 'waiting');
        return token;
      },
      async timeOut() {
        for (const token of tasks.keys()) tasks.set(token, 'over');
      },
    };
  });

  test('throws if Step Functions did not accept a completion', async () => {
    const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
    mockClient(SFNClient).on(SendTaskSuccessCommand).rejects(throttled);
    const workflows = stepFunctionsWorkflows(new SFNClient({ region: 'us-east-1' }), {
      replay: MACHINE,
      recompare: MACHINE,
      analysis: MACHINE,
      evaluation: MACHINE,
    });
    await expect(workflows.complete('AQC', {})).rejects.toThrow('slow down');
  });
});
