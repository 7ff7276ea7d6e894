import { readdirSync, readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { deployedService, ownerOf, ownerOfStep } from '../lib/deployed-service.ts';

interface State {
  Type: string;
  Resource?: string;
  TimeoutSeconds?: number | string;
  Retry?: { ErrorEquals: string[]; MaxAttempts: number }[];
  Catch?: { ErrorEquals: string[]; Output: Record<string, string>; Next: string }[];
  Next?: string;
  Arguments?: Record<string, unknown>;
  Output?: object;
  ItemProcessor?: { ProcessorConfig: object; StartAt: string; States: Record<string, State> };
}

const MAX_DELAY_SECONDS = 600;
/** Chunks and workers of a Map within the execution (replay-limits.test.ts). */
const INLINE = '{% $states.input.chunks <= 100 and $states.input.workers <= 10 %}';

const text = readFileSync('state-machines/replay.asl.json', 'utf8');
const machine = JSON.parse(text) as { QueryLanguage: string; TimeoutSeconds: number; States: Record<string, State> }; // checked by asl-validator below

/** Every state with its name, those inside the Maps too. */
const statesOf = (given: Record<string, State>): [string, State][] =>
  Object.entries(given).flatMap(([name, state]) => [[name, state], ...statesOf(state.ItemProcessor?.States ?? {})]);
const states = statesOf(machine.States);
/** AwaitAnalysis waits for somebody: its time limit is not that of its step. */
const tasks = states.filter(([name, { Type }]) => Type === 'Task' && name !== 'AwaitAnalysis');
const placeholders = [...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))].toSorted();

const steps = CAPABILITIES.flatMap(({ stepNames }) => stepNames);
const { ofType } = deployedService();
const deployed = ofType('AWS::StepFunctions::StateMachine').find(({ name }) => name.startsWith('Replay'))?.Properties;
const substitutions = deployed?.DefinitionSubstitutions as Record<string, unknown>; // the template is untyped JSON

describe('the file, the steps and the deployed machine of replays', () => {
  test('are valid Amazon States Language', () => {
    const arns = text.replace(/\$\{(\w+)\}/g, 'arn:aws:lambda:eu-west-1:123456789012:function:$1');
    expect(aslValidator(JSON.parse(arns))).toMatchObject({ isValid: true, errors: [] });
  });

  test('have only placeholders that are steps', () => {
    expect(placeholders.filter((name) => !steps.includes(String(name)))).toEqual([]);
  });

  test('have every step as a Task of one of the machines', () => {
    const texts = readdirSync('state-machines').map((file) => readFileSync(`state-machines/${file}`, 'utf8'));
    expect(steps.filter((name) => !texts.some((one) => one.includes(`\${${name}}`)))).toEqual([]);
  });

  test('replace each placeholder by the function of its step', () => {
    const { Partition, ...functions } = substitutions;
    expect(Partition).toEqual({ Ref: 'AWS::Partition' });
    expect(Object.keys(functions).toSorted()).toEqual(placeholders);
    for (const [name, value] of Object.entries(functions))
      expect(JSON.stringify(value)).toContain(`"Functions${ownerOfStep(name)}Function`);
  });

  test('name in each Task its step, which its function has', () => {
    const named = states.flatMap(([name, { Type, Resource, Arguments }]) => {
      const payload = name === 'AwaitAnalysis' ? Object(Arguments?.Payload) : Arguments;
      const step = name === 'AwaitAnalysis' ? name : Resource?.slice(2, -1);
      return Type === 'Task' ? [[step, payload?.step]] : [];
    });
    expect(named).toHaveLength(placeholders.length + 1); // chunks are sent in two ways
    for (const [placeholder, step] of named) expect(step).toBe(placeholder);
  });

  test('start chunks in their order, as many at the same time as the round has workers', () => {
    const maps = states.filter(([, { Type }]) => Type === 'Map');
    expect(maps.map(([name]) => name)).toEqual(['ReplayChunks', 'ReplayManyChunks']);
    for (const [, map] of maps)
      expect(map).toMatchObject({
        Items: '{% [0..($states.input.chunks - 1)] %}',
        MaxConcurrency: '{% $states.input.workers %}',
      });
  });

  test('have functions that give up before their Tasks', () => {
    for (const [, { Resource, TimeoutSeconds }] of tasks) {
      const owner = ownerOfStep(Resource?.slice(2, -1) ?? '');
      const lambda = ofType('AWS::Lambda::Function').find(({ name }) => ownerOf(name) === owner);
      expect(Number(lambda?.Properties.Timeout)).toBeLessThan(Number(TimeoutSeconds ?? 0));
    }
  });

  test('are deployed as Standard, traced, and with logs without input and output', () => {
    expect(deployed).toMatchObject({
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      StateMachineName: 'ReplayService-replay',
    });
  });
});

describe('the end of a replay', () => {
  test('is guaranteed by timeouts of the machine and of every Task', () => {
    expect(machine.TimeoutSeconds).toBeGreaterThan(86_400);
    expect(tasks.filter(([, { TimeoutSeconds }]) => !TimeoutSeconds)).toEqual([]);
  });

  test.for(tasks)(
    'waits for retries of %s: hours while Lambda has no room, and two of a failing step',
    ([, { Retry }]) => {
      expect(Retry?.map(({ ErrorEquals, MaxAttempts }) => [ErrorEquals.at(-1), MaxAttempts])).toEqual([
        ['Lambda.SdkClientException', 6],
        ['Lambda.TooManyRequestsException', 500],
        ['States.Timeout', 2],
      ]);
      expect(Retry?.[1]).toMatchObject({
        ErrorEquals: ['Lambda.TooManyRequestsException'],
        MaxDelaySeconds: MAX_DELAY_SECONDS,
        JitterStrategy: 'FULL',
      });
      expect(Retry?.at(-1)?.ErrorEquals).toContain('States.TaskFailed');
    },
  );

  const beforeNotify = Object.entries(machine.States).filter(
    ([name, { Type }]) =>
      (Type === 'Task' || Type === 'Map') &&
      !['InterruptReplay', 'NotifyResult', 'ReduceNoise', 'RequestAnalysis', 'AwaitAnalysis'].includes(name),
  );
  test.for(beforeNotify)('follows an error of %s, which interrupts the replay with its name only', ([, state]) => {
    expect(state.Catch).toEqual([
      {
        ErrorEquals: ['States.ALL'],
        Next: 'InterruptReplay',
        Output: {
          tenant: '{% $states.input.tenant %}',
          planId: '{% $states.input.planId %}',
          round: '{% $states.input.round %}',
          errorName: '{% $states.errorOutput.Error %}',
        },
      },
    ]);
  });

  test('does not depend on the text of an error', () => {
    expect(text).not.toContain('Cause');
  });

  test('is notified after an interruption, and not interrupted by a failing notification', () => {
    expect(machine.States.InterruptReplay?.Next).toBe('NotifyResult');
    expect(machine.States.NotifyResult?.Catch).toBeUndefined();
  });
});

describe('the chunks of a replay', () => {
  test('run in one Map up to 100 and 10 workers, in a Distributed Map above, and are skipped if there are none', () => {
    expect(machine.States.HowManyChunks).toMatchObject({
      Choices: [
        { Condition: '{% $states.input.chunks = 0 %}', Next: 'FinishReplay' },
        { Condition: INLINE, Next: 'ReplayChunks' },
      ],
      Default: 'ReplayManyChunks',
    });
    expect(machine.States.ReplayChunks?.ItemProcessor?.ProcessorConfig).toEqual({ Mode: 'INLINE' });
    expect(machine.States.ReplayManyChunks?.ItemProcessor?.ProcessorConfig).toEqual({
      Mode: 'DISTRIBUTED',
      ExecutionType: 'STANDARD',
    });
  });

  test('are handled the same by both Maps', () => {
    const plain = (name: string) => {
      const { ItemProcessor, Label, ...rest } = machine.States[name] as State & { Label?: string }; // Distributed Maps have one
      const { ProcessorConfig, ...processor } = ItemProcessor ?? {};
      return JSON.parse(JSON.stringify({ ...rest, processor }).replaceAll('OfMany', ''));
    };
    expect(plain('ReplayManyChunks')).toEqual(plain('ReplayChunks'));
  });

  test('are sent again while requests of them remain', () => {
    expect(machine.States.ReplayChunks?.ItemProcessor?.States.IsChunkSent).toMatchObject({
      Choices: [{ Condition: '{% $states.input.remaining > 0 %}', Next: 'ReplayChunk' }],
      Default: 'ChunkSent',
    });
  });
});

describe('noise reduction in place of the settle time (interface 3.1)', () => {
  test('runs if it is on', () => {
    expect(machine.States.FinishReplay?.Next).toBe('HowToSettle');
    expect(machine.States.HowToSettle).toMatchObject({
      Choices: [{ Condition: "{% $states.input.noise in ['rules', 'ai'] %}", Next: 'ReduceNoise' }],
      Default: 'WaitToSettle',
    });
  });

  test('repeats while requests remain, and then lets the run settle', () => {
    expect(machine.States.ReduceNoise?.Next).toBe('IsNoiseReduced');
    expect(machine.States.IsNoiseReduced).toMatchObject({
      Choices: [{ Condition: '{% $states.input.remaining > 0 %}', Next: 'ReduceNoise' }],
      Default: 'SettleFindings',
    });
  });

  test('lets the run settle when it fails', () => {
    expect(machine.States.ReduceNoise?.Catch).toEqual([
      {
        ErrorEquals: ['States.ALL'],
        Next: 'SettleFindings',
        Output: {
          tenant: '{% $states.input.tenant %}',
          planId: '{% $states.input.planId %}',
          round: '{% $states.input.round %}',
        },
      },
    ]);
  });
});

describe('the notification of a replay (spec 6.2.3)', () => {
  const ids = {
    tenant: '{% $states.input.tenant %}',
    planId: '{% $states.input.planId %}',
    round: '{% $states.input.round %}',
  };

  test('waits for the analysis as long as RequestAnalysis says', () => {
    expect(machine.States.SettleFindings?.Next).toBe('RequestAnalysis');
    expect(machine.States.RequestAnalysis?.Next).toBe('IsAnalysisAwaited');
    expect(machine.States.IsAnalysisAwaited).toMatchObject({
      Choices: [{ Condition: '{% $states.input.waitSeconds > 0 %}', Next: 'AwaitAnalysis' }],
      Default: 'NotifyResult',
    });
    expect(machine.States.AwaitAnalysis).toMatchObject({
      Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
      TimeoutSeconds: '{% $states.input.waitSeconds %}',
      Arguments: { Payload: { ...ids, taskToken: '{% $states.context.Task.Token %}' } },
      Next: 'NotifyResult',
    });
  });

  test('asks RequestAnalysis again after that time, and is sent after any other error', () => {
    expect(machine.States.RequestAnalysis?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], Output: ids, Next: 'NotifyResult' },
    ]);
    expect(machine.States.AwaitAnalysis?.Catch).toEqual([
      { ErrorEquals: ['States.Timeout'], Output: ids, Next: 'RequestAnalysis' },
      { ErrorEquals: ['States.ALL'], Output: ids, Next: 'NotifyResult' },
    ]);
  });

  test('repeats a failing wait a few times only, since each may last as long as the whole wait', () => {
    const retries = machine.States.AwaitAnalysis?.Retry ?? [];
    expect(retries.flatMap(({ ErrorEquals }) => ErrorEquals)).not.toContain('States.Timeout');
    expect(Math.max(...retries.map(({ MaxAttempts }) => MaxAttempts))).toBeLessThan(5);
  });
});

test('the settle time of a replay is a point in time, so that waiting again never waits longer', () => {
  expect(machine.States.WaitToSettle).toMatchObject({ Type: 'Wait', Timestamp: '{% $states.input.settleAt %}' });
});

test('the machine of replays uses only what both hosts understand', () => {
  expect(machine.QueryLanguage).toBe('JSONata');
  expect(new Set(states.map(([, { Type }]) => Type))).toEqual(new Set(['Task', 'Choice', 'Map', 'Wait', 'Succeed']));
});
