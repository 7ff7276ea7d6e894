import { expect, test } from 'vitest';
import type { Json, Workflows } from '../../functions/platform/world.ts';

export interface OpenedWorkflows {
  workflows: Workflows;
  /** Ends all running executions. */
  finish(): void;
  /** Inputs of the started executions. */
  started(): Promise<Json[]>;
  /** Token of a waiting task, in its own execution. */
  waiting(): Promise<string>;
  /** Lets the timeout of every waiting task expire. */
  timeOut(): Promise<void>;
}

/** Contract of the Workflows port. */
export function workflowsContract(open: () => OpenedWorkflows): void {
  test('ignores a second start of a name with the same input, in any order of its members', async () => {
    const { workflows, started } = open();
    expect(await workflows.start('replay', 'p-r1', { planId: 'p', round: 1 })).toBe('running');
    expect(await workflows.start('replay', 'p-r1', { round: 1, planId: 'p' })).toBe('running');
    expect(await started()).toEqual([{ planId: 'p', round: 1 }]);
  });

  test('starts nothing under the name of an execution that has ended, and says so', async () => {
    const { workflows, finish, started } = open();
    await workflows.start('replay', 'p-r1', { round: 1 });
    finish();
    await expect.poll(() => workflows.start('replay', 'p-r1', { round: 1 })).toBe('ended');
    expect(await started()).toEqual([{ round: 1 }]);
  });

  test('refuses a second start of a name with another input', async () => {
    const { workflows, started } = open();
    await workflows.start('replay', 'p-r1', { round: 1 });
    await expect(workflows.start('replay', 'p-r1', { round: 2 })).rejects.toThrow('a different input');
    expect(await started()).toEqual([{ round: 1 }]);
  });

  test.for([
    [true, 'x'.repeat(80)],
    [false, 'x'.repeat(81)],
    [false, ''],
    [false, 'a b'],
    [true, 'A_b-9'],
  ] as const)('accepts a name or not (%s): %s', async ([taken, name]) => {
    const start = open().workflows.start('replay', name, {});
    await (taken ? expect(start).resolves.toBe('running') : expect(start).rejects.toThrow('the name of an execution'));
  });

  test('takes one completion of a waiting task, whose token is gone then', async () => {
    const { workflows, waiting } = open();
    const [one, other] = [await waiting(), await waiting()];
    expect(await workflows.complete(one, {})).toBe('taken');
    expect(await workflows.complete(one, {})).toBe('gone');
    expect(await workflows.complete(other, { any: ['json'] })).toBe('taken');
  });

  test('takes one of many concurrent completions', async () => {
    const { workflows, waiting } = open();
    const token = await waiting();
    const answers = await Promise.all(Array.from({ length: 20 }, () => workflows.complete(token, {})));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
  });

  test('takes no completion of a task after its timeout', async () => {
    const { workflows, waiting, timeOut } = open();
    const token = await waiting();
    await timeOut();
    expect(await workflows.complete(token, {})).toBe('gone');
  });

  test.for(['', 'x', '0'.repeat(32), 'x'.repeat(1500)])('has no task with the token %j', async (token) => {
    expect(await open().workflows.complete(token, {})).toBe('gone');
  });
}
