import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stepFunction } from '../../../functions/composition/aws/step-function.ts';
import type { RunStep } from '../../../functions/platform/capability.ts';
import { AWS_VARIABLES } from '../../../functions/platform/settings/config.ts';
import type { Blobs, Table } from '../../../functions/platform/world.ts';

beforeAll(() => {
  for (const name of AWS_VARIABLES) vi.stubEnv(name, 'arn:aws:test:eu-west-1:1:x');
  vi.stubEnv('SVC_LOG_LEVEL', 'SILENT');
  vi.stubEnv('SVC_PUBLIC_URL', 'https://replay.shop.test');
});
afterAll(() => vi.unstubAllEnvs());

const ran: unknown[] = [];
const noted =
  (name: string): RunStep =>
  async (input, signal) => {
    ran.push([name, input, signal.aborted]);
    return { name };
  };
/** A capability with two steps, which use nothing. */
const declared = {
  mountSteps: () => ({ First: noted('First'), Second: noted('Second') }),
};
const PORTS = { table: () => ({}) as Table, blobs: () => ({}) as Blobs }; // never called
const handlerOf = () => stepFunction({ capability: declared, bindings: [] }, PORTS);
const context = (leftMs: number) => ({ getRemainingTimeInMillis: () => leftMs }) as Context; // what is looked at of it

describe('a step function', () => {
  test('runs the step that its Task names, with the rest of the input', async () => {
    const handler = handlerOf();
    expect(await handler({ step: 'Second', tenant: 't', round: 1 }, context(900_000))).toEqual({ name: 'Second' });
    expect(ran.splice(0)).toEqual([['Second', { tenant: 't', round: 1 }, false]]);
  });

  test.for([[{ step: 'Third', tenant: 't' }], [{ tenant: 't' }], [{ step: 1 }], ['First']])(
    'runs nothing for %j, and fails',
    async ([event]) => {
      await expect(handlerOf()(event, context(900_000))).rejects.toThrow();
      expect(ran).toEqual([]);
    },
  );

  test('tells the step to stop half a minute before the timeout of Lambda', async () => {
    const aborted = Promise.withResolvers<void>();
    const waiting = {
      mountSteps: () => ({
        First: async (_: unknown, signal: AbortSignal) => {
          signal.addEventListener('abort', () => aborted.resolve());
          await aborted.promise;
          return 'handed back';
        },
      }),
    };
    const handler = stepFunction({ capability: waiting, bindings: [] }, PORTS);
    expect(await handler({ step: 'First' }, context(30_010))).toBe('handed back');
  });
});
