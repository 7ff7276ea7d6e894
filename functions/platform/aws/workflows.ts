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
import { canonicalInput, checkExecutionName } from '../execution-start.ts';
import type { AwsConfig } from '../settings/config.ts';
import type { MachineName, Workflows } from '../world.ts';
import { type ClientLimits, clientOptions } from './client-limits.ts';

/** The errors with which Step Functions reports that no task waits with a token. */
const GONE = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

/** The state machines of a deployment. */
export const deployedWorkflows = (
  { stateMachineArns }: Pick<AwsConfig, 'stateMachineArns'>,
  limits: ClientLimits,
): Workflows => stepFunctionsWorkflows(new SFNClient(clientOptions(limits)), stateMachineArns);

/**
 * Starts executions of Step Functions Standard; names are unique for 90 days after an execution ended; completes the
 * tasks that wait.
 */
export function stepFunctionsWorkflows(client: SFNClient, machineArns: Record<MachineName, string>): Workflows {
  return {
    async start(machine, name, given) {
      checkExecutionName(name);
      const input = canonicalInput(given);
      const stateMachineArn = machineArns[machine];
      try {
        // Succeeds for a running execution of the same name and input as well, without starting another.
        // The steps continue the trace of what starts the execution.
        const traceHeader = process.env._X_AMZN_TRACE_ID;
        await client.send(
          new StartExecutionCommand({ stateMachineArn, name, input, ...(traceHeader && { traceHeader }) }),
        );
        return 'running';
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
        const existing = await client.send(new DescribeExecutionCommand({ executionArn }));
        if (existing.input !== input)
          throw new Error('an execution of that name has a different input', { cause: error });
        return isRunning(existing.status) ? 'running' : 'ended';
      }
    },

    async complete(taskToken, output) {
      try {
        await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }));
        return 'taken';
      } catch (error) {
        // Also the result of a retry after a lost response.
        if (GONE.some((kind) => error instanceof kind)) return 'gone';
        throw error;
      }
    },
  };
}

const isRunning = (status: ExecutionStatus | undefined) => status === 'RUNNING' || status === 'PENDING_REDRIVE';
