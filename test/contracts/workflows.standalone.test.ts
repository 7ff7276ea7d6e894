import { describe, expect, vi } from 'vitest';
import { openTable } from '../../functions/platform/standalone/table.ts';
import { loadStateMachine } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { tableWorkflows } from '../../functions/platform/standalone/workflows/workflows.ts';
import type { Json } from '../../functions/platform/world.ts';
import { PATIENCE } from '../support/patience.ts';
import { newId } from '../support/test-random.ts';
import { silentLog } from './silent-log.ts';
import { workflowsContract } from './workflows.contract.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file
const plain = loadStateMachine({
  QueryLanguage: 'JSONata',
  StartAt: 'A',
  States: { A: { Type: 'Task', Resource: '${Begin}', End: true } },
});
const callback = loadStateMachine({
  QueryLanguage: 'JSONata',
  StartAt: 'A',
  States: {
    A: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      Arguments: { FunctionName: '${Await}', Payload: '{% $states.context.Task.Token %}' },
      TimeoutSeconds: 60,
      End: true,
    },
  },
});
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the placeholders of a state machine file

describe('the Workflows port on the table', () => {
  workflowsContract(() => {
    const begun: Json[] = [];
    const tokens: string[] = [];
    const timers = new Set<() => void>();
    let now = 0;
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const table = openTable(':memory:', () => now);
    const workflows = tableWorkflows({
      table,
      log: silentLog,
      now: () => now,
      newId,
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          timers.add(resolve);
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        }),
      machines: { replay: plain, recompare: callback, analysis: callback, evaluation: plain },
      steps: {
        Begin: async (input) => {
          begun.push(input);
          await finished;
          return null;
        },
        Await: async (token) => {
          tokens.push(String(token));
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
      async waiting() {
        const before = tokens.length;
        await workflows.start('recompare', `w${before}`, {});
        await vi.waitUntil(() => tokens.length > before, PATIENCE);
        return tokens[before] ?? '';
      },
      async timeOut() {
        now += 60_000;
        for (const over of timers) over();
        const key = { pk: `EXECUTION#w${tokens.length - 1}`, sk: 'EXECUTION' };
        await expect.poll(async () => (await table.get(key))?.status).toBe('FAILED');
      },
    };
  });
});
