import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { steps } from '../../functions/evaluation/steps/steps.ts';
import { loadStateMachine, type Step } from '../../functions/platform/standalone/workflows/state-machine.ts';
import { runStateMachine } from '../../functions/platform/standalone/workflows/state-machine-run.ts';
import type { Json } from '../../functions/platform/world.ts';
import { deployedService, ownerOf } from '../lib/deployed-service.ts';
import { tableTokens } from '../platform/standalone/table-tokens.ts';
import { fakeTime } from '../support/fakes/fake-time.ts';

const text = readFileSync('state-machines/evaluation.asl.json', 'utf8');
const input = { tenant: 't', workflow_run_id: 'r' };
const { ofType } = deployedService();

/**
 * Runs the machine with steps that return these answers in turn, then repeat the last one. Returns the names of the
 * steps that ran, and the duration.
 */
async function run(answers: Readonly<Record<string, readonly (Json | Error)[]>> = {}) {
  const time = fakeTime(0, () => 0);
  const ran: string[] = [];
  const inputs: Json[] = [];
  const otherwise: Readonly<Record<string, Json>> = {
    AdmitRun: { waitSeconds: 0 },
    PollAttempt: { waitSeconds: 0 },
    CommitResult: { retry: false },
  };
  const stepOf = (name: string): Step => {
    const left = [...(answers[name] ?? [otherwise[name] ?? {}])];
    return async (given) => {
      ran.push(name);
      inputs.push(given);
      const answer = (left.length > 1 ? left.shift() : left[0]) ?? {};
      if (answer instanceof Error) throw answer;
      return answer;
    };
  };
  const execution = runStateMachine(loadStateMachine(JSON.parse(text)), input, {
    steps: Object.fromEntries(Object.keys(steps).map((name) => [name, stepOf(name)])),
    execution: { name: 'x', startedAt: 0 },
    openTask: tableTokens(time.now).open,
    signal: new AbortController().signal,
    now: time.now,
    sleep: time.sleep,
    random: () => 1,
  });
  await time.run();
  await execution;
  return { ran, inputs, seconds: time.now() / 1000 };
}

const HEAD = ['ValidateRun', 'AdmitRun'];
const ATTEMPT = ['StartAttempt', 'PollAttempt', 'CommitResult'];
const TAIL = ['ProjectScores', 'DecideGate', 'CompleteRun'];

describe('state-machines/evaluation.asl.json (evaluation 3.15)', () => {
  test('is valid Amazon States Language', () => {
    const arns = text.replace(/\$\{(\w+)\}/g, 'arn:aws:lambda:eu-west-1:123456789012:function:$1');
    expect(aslValidator(JSON.parse(arns))).toMatchObject({ isValid: true, errors: [] });
  });

  test('validates, admits, attempts, commits, projects, decides and completes', async () => {
    const { ran, inputs } = await run();
    expect(ran).toEqual([...HEAD, ...ATTEMPT, ...TAIL]);
    expect(inputs).toEqual(ran.map((step) => ({ step, ...input })));
  });

  test('waits for its turn, and for its attempt, as long as the steps say', async () => {
    const { ran, seconds } = await run({
      AdmitRun: [{ waitSeconds: 15 }, { waitSeconds: 16 }, { waitSeconds: 0 }],
      PollAttempt: [{ waitSeconds: 1 }, { waitSeconds: 0 }],
    });
    expect(ran.filter((name) => name === 'AdmitRun')).toHaveLength(3);
    expect(ran.filter((name) => name === 'PollAttempt')).toHaveLength(2);
    expect(seconds).toBe(32);
  });

  test('attempts again if the result says so', async () => {
    const { ran } = await run({ CommitResult: [{ retry: true }, { retry: false }] });
    expect(ran).toEqual([...HEAD, ...ATTEMPT, ...ATTEMPT, ...TAIL]);
  });

  test.for(Object.keys(steps).filter((name) => name !== 'FailRun'))(
    'tries %s three times, and then fails the run',
    async (name) => {
      const { ran, inputs } = await run({ [name]: [Object.assign(new Error(), { name: 'Broken' })] });
      expect(ran.filter((one) => one === name)).toHaveLength(3);
      expect(ran.at(-1)).toBe('FailRun');
      expect(inputs.at(-1)).toEqual({ step: 'FailRun', ...input, errorName: 'Broken' });
    },
  );

  test('reads no text of an error', () => {
    expect(text).not.toContain('Cause');
  });

  test('is deployed with the functions of its steps, Standard, traced and without data in its log', () => {
    const deployed = ofType('AWS::StepFunctions::StateMachine').find(({ name }) => name.startsWith('Evaluation'));
    expect(deployed?.Properties).toMatchObject({
      StateMachineName: 'ReplayService-evaluation',
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    // the template is untyped JSON
    const substitutions = deployed?.Properties.DefinitionSubstitutions as Record<string, unknown>;
    expect(Object.keys(substitutions).toSorted()).toEqual(Object.keys(steps).toSorted());
    for (const value of Object.values(substitutions))
      expect(JSON.stringify(value)).toContain('"FunctionsEvaluationStepsFunction');
  });

  test('has steps that end before the timeouts of their Tasks', () => {
    const { States } = JSON.parse(text) as { States: Record<string, { TimeoutSeconds?: number }> }; // checked above
    const timeout = ofType('AWS::Lambda::Function').find(({ name }) => ownerOf(name) === 'EvaluationSteps')?.Properties
      .Timeout;
    for (const name of Object.keys(steps))
      expect(Number(timeout), name).toBeLessThan(States[name]?.TimeoutSeconds ?? 0);
  });
});

describe('the rights of the steps', () => {
  const statements = ofType('AWS::IAM::Policy')
    .filter(({ name }) => ownerOf(name) === 'EvaluationSteps')
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement); // untyped JSON
  const of = (action: string) => statements.filter(({ Action }) => [Action].flat().includes(action));

  test('include starting replays, but not evaluations', () => {
    const started = of('states:StartExecution').map(({ Resource }) => JSON.stringify(Resource));
    expect(started).toEqual([expect.stringContaining('stateMachine:ReplayService-replay"')]);
  });

  test('include no notifications', () => {
    expect(of('sqs:SendMessage')).toEqual([]);
  });
});

interface Statement {
  Action: string | string[];
  Resource: unknown;
}
