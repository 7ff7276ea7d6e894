import { describe, expect, test } from 'vitest';
import { ExecutionStopped } from '../../../../functions/platform/standalone/workflows/state-error.ts';
import { loadStateMachine, type Step } from '../../../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../../../functions/platform/standalone/workflows/state-machine-run.ts';
import type { Json } from '../../../../functions/platform/world.ts';
import { tableTokens } from '../table-tokens.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Runs a machine on a clock that a sleep advances. `slept` contains the length of each sleep, in ms. */
async function execute(states: Record<string, Json>, input: Json, steps: Record<string, Step> = {}, more: object = {}) {
  const machine = loadStateMachine({ QueryLanguage: 'JSONata', StartAt: 'A', States: states, ...more });
  const stop = new AbortController();
  const slept: number[] = [];
  let now = NOW;
  const output = await runStateMachine(machine, input, {
    steps,
    execution: { name: 'x', startedAt: NOW },
    signal: stop.signal,
    openTask: tableTokens(() => now).open,
    now: () => now,
    random: () => 0.5,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  });
  return { output, slept };
}

const fails = (name: string, times: number): Step => {
  let left = times;
  return async () => {
    if (left-- > 0) throw Object.assign(new Error('secret'), { name });
    return { ok: true };
  };
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a state machine file
const task = (more: Record<string, Json> = {}): Json => ({ Type: 'Task', Resource: '${Work}', End: true, ...more });

describe('states of Amazon States Language', () => {
  test('pass Arguments to a Task, return $states.result, and show Assign to later states', async () => {
    const states = {
      A: {
        ...(task() as object),
        End: undefined,
        Next: 'B',
        Arguments: { n: '{% $states.input.n + 1 %}', text: 'as it is' },
        Assign: { sum: '{% $states.result.sum %}' },
        Output: { kept: '{% $states.input.n %}' },
      },
      B: { Type: 'Pass', End: true, Output: { sum: '{% $sum %}', kept: '{% $states.input.kept %}' } },
    };
    let given: Json = null;
    const Work: Step = async (input) => {
      given = input;
      return { sum: 5 };
    };
    const { output } = await execute(JSON.parse(JSON.stringify(states)), { n: 1 }, { Work });
    expect(given).toEqual({ n: 2, text: 'as it is' });
    expect(output).toEqual({ sum: 5, kept: 1 });
  });

  test.for([
    [0, 'none'],
    [1, 'few'],
    [3, 'few'],
    [4, 'many'],
  ])('choose for %d: %s', async ([n, expected]) => {
    const end = (text: string) => ({ Type: 'Pass', End: true, Output: text });
    const { output } = await execute(
      {
        A: {
          Type: 'Choice',
          Choices: [
            { Condition: '{% $states.input.n = 0 %}', Next: 'None' },
            { Condition: '{% $states.input.n <= 3 %}', Next: 'Few' },
          ],
          Default: 'Many',
        },
        None: end('none'),
        Few: end('few'),
        Many: end('many'),
      },
      { n: n ?? 0 },
    );
    expect(output).toBe(expected);
  });

  test('wait until a time, not at all when it has passed, and for seconds beyond a timer of Node', async () => {
    const wait = (more: object) => ({ A: { Type: 'Wait', End: true, ...more } });
    expect((await execute(wait({ Timestamp: '2026-01-01T00:00:02Z' }), {})).slept).toEqual([2000]);
    expect(
      (await execute(wait({ Timestamp: '{% $states.input.at %}' }), { at: '2025-12-31T00:00:00Z' })).slept,
    ).toEqual([]);
    const { slept } = await execute(wait({ Seconds: 86_400 * 30 }), {});
    expect(slept.reduce((sum, ms) => sum + ms)).toBe(86_400_000 * 30);
    expect(Math.max(...slept)).toBeLessThan(2 ** 31);
  });

  test.for(['INLINE', 'DISTRIBUTED'])('map %s in order, with at most MaxConcurrency at once', async (Mode) => {
    let now = 0;
    let max = 0;
    const Work: Step = async (input) => {
      max = Math.max(max, ++now);
      await new Promise(setImmediate);
      now--;
      return input;
    };
    const { output } = await execute(
      {
        A: {
          Type: 'Map',
          End: true,
          Items: '{% [1..$states.input.n] %}',
          MaxConcurrency: 2,
          ItemSelector: {
            index: '{% $states.context.Map.Item.Index %}',
            value: '{% $states.context.Map.Item.Value %}',
          },
          ItemProcessor: { ProcessorConfig: { Mode }, StartAt: 'One', States: { One: task() } },
        },
      },
      { n: 5 },
      { Work },
    );
    expect(output).toEqual([0, 1, 2, 3, 4].map((index) => ({ index, value: index + 1 })));
    expect(max).toBe(2);
  });

  test('run every branch of Parallel with the input, and return outputs in order', async () => {
    const branch = (Output: Json) => ({ StartAt: 'P', States: { P: { Type: 'Pass', End: true, Output } } });
    const { output } = await execute(
      { A: { Type: 'Parallel', End: true, Branches: [branch('{% $states.input.n %}'), branch('b')] } },
      { n: 1 },
    );
    expect(output).toEqual([1, 'b']);
  });

  test('stop the other items of a Map when one fails, before Catch continues', async () => {
    const ended: Json[] = [];
    const Work: Step = async (input, signal) => {
      if (input === 1) throw Object.assign(new Error(), { name: 'Broken' });
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push(input);
      return null;
    };
    const { output } = await execute(
      {
        A: {
          Type: 'Map',
          End: true,
          Items: [0, 1, 2, 3],
          MaxConcurrency: 3,
          ItemProcessor: { StartAt: 'One', States: { One: task() } },
          Catch: [{ ErrorEquals: ['States.ALL'], Output: '{% $states.errorOutput.Error %}', Next: 'B' }],
        },
        B: { Type: 'Succeed' },
      },
      {},
      { Work },
    );
    expect(output).toBe('Broken');
    expect(ended).toEqual([0, 2]);
  });
});

describe('Retry and Catch (ASL: errors)', () => {
  const retry = (more: object = {}) => [
    { ErrorEquals: ['Busy'], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 3, ...more },
  ];

  test.for<[number[], object]>([
    [[2000, 6000, 18_000], {}],
    [[2000, 5000, 5000], { MaxDelaySeconds: 5 }],
    [[1000, 3000, 9000], { JitterStrategy: 'FULL' }],
  ])('sleep %j with %j', async ([expected, more]) => {
    const { output, slept } = await execute(
      { A: task({ Retry: retry(more) as Json }) },
      {},
      { Work: fails('Busy', 3) },
    );
    expect(slept).toEqual(expected);
    expect(output).toEqual({ ok: true });
  });

  test('stay at the maximum delay for hundreds of attempts', async () => {
    const many = retry({ BackoffRate: 2, MaxAttempts: 2000, MaxDelaySeconds: 60 });
    const { output, slept } = await execute({ A: task({ Retry: many as Json }) }, {}, { Work: fails('Busy', 2000) });
    expect(slept).toHaveLength(2000);
    expect(slept.at(-1)).toBe(60_000);
    expect(output).toEqual({ ok: true });
  });

  test('end after the last attempt with the name of the error, and never its text', async () => {
    const failure = execute({ A: task({ Retry: retry() as Json }) }, {}, { Work: fails('Busy', 4) });
    await expect(failure).rejects.toMatchObject({ name: 'Busy', message: 'a step failed' });
  });

  test.for<[caught: boolean, ErrorEquals: string, thrown: string]>([
    [true, 'Busy', 'Busy'],
    [false, 'Busy', 'Other'],
    [true, 'States.ALL', 'Other'],
    [true, 'States.ALL', 'States.Timeout'],
    [false, 'States.ALL', 'States.Runtime'],
    [false, 'States.ALL', 'States.DataLimitExceeded'],
    [true, 'States.DataLimitExceeded', 'States.DataLimitExceeded'],
    [true, 'States.TaskFailed', 'Other'],
    [false, 'States.TaskFailed', 'States.Timeout'],
  ])('catch (%s): %s, %s', async ([caught, ErrorEquals, thrown]) => {
    const states = {
      A: task({ Catch: [{ ErrorEquals: [ErrorEquals], Next: 'B', Output: '{% $states.errorOutput.Error %}' }] }),
      B: { Type: 'Succeed' },
    };
    const run = execute(states, {}, { Work: fails(thrown, 1) });
    if (caught) expect((await run).output).toBe(thrown);
    else await expect(run).rejects.toMatchObject({ name: thrown });
  });

  test('fail and abort a Task above its TimeoutSeconds with States.Timeout', async () => {
    let aborted = false;
    const Work: Step = (_, signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          aborted = true;
          resolve(null);
        }),
      );
    await expect(execute({ A: task({ TimeoutSeconds: 5 }) }, {}, { Work })).rejects.toMatchObject({
      name: 'States.Timeout',
    });
    expect(aborted).toBe(true);
  });

  test('fail with their names for a result above 256 KiB, an expression without value, no choice, and Fail', async () => {
    const rejects = (states: Record<string, Json>, name: string, Work: Step = async () => 'x'.repeat(256 * 1024)) =>
      expect(execute(states, {}, { Work })).rejects.toMatchObject({ name });
    await rejects({ A: task() }, 'States.DataLimitExceeded');
    await rejects({ A: task({ Output: '{% $states.input.missing %}' }) }, 'States.QueryEvaluationError', async () => 1);
    await rejects({ A: { Type: 'Choice', Choices: [{ Condition: false, Next: 'A' }] } }, 'States.NoChoiceMatched');
    await rejects({ A: { Type: 'Fail', Error: 'Gone' } }, 'Gone');
  });

  test('neither retry nor catch a stop', async () => {
    const stop = new AbortController();
    const machine = loadStateMachine({
      QueryLanguage: 'JSONata',
      StartAt: 'A',
      States: { A: task({ Retry: [{ ErrorEquals: ['States.ALL'] }] }) },
    });
    let begun = 0;
    const Work: Step = async () => {
      begun++;
      stop.abort();
      throw new Error();
    };
    const run = runStateMachine(
      machine,
      {},
      {
        steps: { Work },
        execution: { name: 'x', startedAt: 0 },
        signal: stop.signal,
        openTask: tableTokens(() => 0).open,
        now: () => 0,
        random: () => 0,
        sleep: async () => {},
      },
    );
    await expect(run).rejects.toBeInstanceOf(ExecutionStopped);
    expect(begun).toBe(1);
  });
});
