import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type ExecutionStatus,
  InvalidToken,
  SendTaskSuccessCommand,
  type SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import { canonicalInput, checkExecutionName } from '../execution-start.ts';
import type { MachineName, Workflows } from '../world.ts';

/** How Step Functions says that nothing waits with a token. */
const GONE = [TaskTimedOut, TaskDoesNotExist, InvalidToken];

/** Starts executions of Step Functions Standard; names are unique for 90 days after an execution ended; completes the tasks that wait. */
export function stepFunctionsWorkflows(client: SFNClient, machineArns: Record<MachineName, string>): Workflows {
  return {
    async start(machine, name, given) {
      checkExecutionName(name);
      const input = canonicalInput(given);
      const stateMachineArn = machineArns[machine];
      try {
        // Answers for a running execution of the same name and input as well, and starts nothing then.
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
        return 'running';
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
        const existing = await client.send(new DescribeExecutionCommand({ executionArn }));
        if (existing.input !== input) throw new Error('an execution of that name has another input', { cause: error });
        return isRunning(existing.status) ? 'running' : 'ended';
      }
    },

    async complete(taskToken, output) {
      try {
        await client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }));
        return 'taken';
      } catch (error) {
        // Also what a repeat hears after an answer that was lost on its way.
        if (GONE.some((kind) => error instanceof kind)) return 'gone';
        throw error;
      }
    },
  };
}

const isRunning = (status: ExecutionStatus | undefined) => status === 'RUNNING' || status === 'PENDING_REDRIVE';
