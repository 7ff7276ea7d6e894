import { describe } from 'vitest';
import { loadStateMachine } from '../../functions/standalone/state-machine.ts';
import { openTable } from '../../functions/standalone/table.ts';
import { tableWorkflows } from '../../functions/standalone/workflows.ts';
import type { Json } from '../../functions/world.ts';
import { silentLog } from './silent-log.ts';
import { workflowsContract } from './workflows.contract.ts';

describe('Workflows on the table', () => {
  workflowsContract(() => {
    const begun: Json[] = [];
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const machine = loadStateMachine({
      QueryLanguage: 'JSONata',
      StartAt: 'A',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a state machine file
      States: { A: { Type: 'Task', Resource: '${Begin}', End: true } },
    });
    const workflows = tableWorkflows({
      table: openTable(':memory:', () => 0),
      log: silentLog,
      now: () => 0,
      machines: { replay: machine, recompare: machine },
      steps: {
        Begin: async (input) => {
          begun.push(input);
          await finished;
          return null;
        },
      },
    });
    return {
      workflows,
      finish,
      async started() {
        finish();
        await workflows.drain();
        return begun;
      },
    };
  });
});
