import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  type SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { canonicalInput, checkExecutionName } from '../domain/execution-start.ts';
import type { Workflows } from '../world.ts';

/** Starts executions of Step Functions Standard; names are unique for 90 days after an execution ended. */
export function stepFunctionsWorkflows(client: SFNClient, machineArns: Record<'replay', string>): Workflows {
  return {
    async start(machine, name, given) {
      checkExecutionName(name);
      const input = canonicalInput(given);
      const stateMachineArn = machineArns[machine];
      try {
        await client.send(new StartExecutionCommand({ stateMachineArn, name, input }));
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
        const existing = await client.send(new DescribeExecutionCommand({ executionArn }));
        if (existing.input !== input) throw new Error('an execution of that name has another input', { cause: error });
      }
    },
  };
}
