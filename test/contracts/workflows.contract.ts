import { expect, test } from 'vitest';
import type { Json, Workflows } from '../../functions/world.ts';

/** The promises of the Workflows port: executions last until `finish`, and `started` lists the inputs of the executions that began. */
export function workflowsContract(
  open: () => { workflows: Workflows; finish(): void; started(): Promise<Json[]> },
): void {
  test('a second start of a name with the same input, in any order of its members, changes nothing', async () => {
    const { workflows, started } = open();
    expect(await workflows.start('replay', 'p-r1', { planId: 'p', round: 1 })).toBe('running');
    expect(await workflows.start('replay', 'p-r1', { round: 1, planId: 'p' })).toBe('running');
    expect(await started()).toEqual([{ planId: 'p', round: 1 }]);
  });

  test('a start of a name whose execution has ended says so and starts nothing', async () => {
    const { workflows, finish, started } = open();
    await workflows.start('replay', 'p-r1', { round: 1 });
    finish();
    await expect.poll(() => workflows.start('replay', 'p-r1', { round: 1 })).toBe('ended');
    expect(await started()).toEqual([{ round: 1 }]);
  });

  test('a second start with another input is a fault', async () => {
    const { workflows, started } = open();
    await workflows.start('replay', 'p-r1', { round: 1 });
    await expect(workflows.start('replay', 'p-r1', { round: 2 })).rejects.toThrow('another input');
    expect(await started()).toEqual([{ round: 1 }]);
  });

  test.for([
    [true, 'x'.repeat(80)],
    [false, 'x'.repeat(81)],
    [false, ''],
    [false, 'a b'],
    [true, 'A_b-9'],
  ] as const)('%s: a name may be %s', async ([taken, name]) => {
    const start = open().workflows.start('replay', name, {});
    await (taken ? expect(start).resolves.toBe('running') : expect(start).rejects.toThrow('the name of an execution'));
  });
}
