import { readFileSync } from 'node:fs';
import aslValidator from 'asl-validator';
import { describe, expect, test } from 'vitest';
import { loadStateMachine } from '../../functions/standalone/state-machine.ts';
import { runStateMachine } from '../../functions/standalone/state-machine-run.ts';
import type { Json } from '../../functions/world.ts';
import { deployedService } from '../lib/deployed-service.ts';
import { tableTokens } from '../standalone/table-tokens.ts';
import { fakeTime } from '../support/fake-time.ts';

const text = readFileSync('state-machines/analysis.asl.json', 'utf8');
const input = { tenant: 't', planId: 'p', round: 1 };
const { ofType } = deployedService();

/** Runs the machine with an executor that fails so many times; the steps that were run, with their input. */
async function run(failures: number, name = 'Broken'): Promise<[string, Json][]> {
  const time = fakeTime(0, () => 0);
  const ran: [string, Json][] = [];
  const execution = runStateMachine(loadStateMachine(JSON.parse(text)), input, {
    steps: {
      AnalyzeRound: async (given) => {
        ran.push(['AnalyzeRound', given]);
        if (ran.length <= failures) throw Object.assign(new Error(), { name });
        return {};
      },
      FailAnalysis: async (given) => {
        ran.push(['FailAnalysis', given]);
        return {};
      },
    },
    execution: { name: 'x', startedAt: 0 },
    openTask: tableTokens(time.now).open,
    signal: new AbortController().signal,
    now: time.now,
    sleep: time.sleep,
    random: () => 1,
  });
  await time.run();
  await execution;
  return ran;
}

describe('state-machines/analysis.asl.json (spec 3.5)', () => {
  test('it is good Amazon States Language', () => {
    const arns = text.replace(/\$\{(\w+)\}/g, 'arn:aws:lambda:eu-west-1:123456789012:function:$1');
    expect(aslValidator(JSON.parse(arns))).toMatchObject({ isValid: true, errors: [] });
  });

  test('the executor analyses the round, and is tried again where it fails', async () => {
    expect(await run(0)).toEqual([['AnalyzeRound', input]]);
    expect(await run(2)).toEqual(Array(3).fill(['AnalyzeRound', input]));
  });

  test.for<[string, number]>([
    ['Broken', 3],
    ['Lambda.TooManyRequestsException', 11],
  ])('one that fails for good by %s, at its try %i, ends the analysis as far as it got', async ([name, tries]) => {
    expect(await run(100, name)).toEqual([...Array(tries).fill(['AnalyzeRound', input]), ['FailAnalysis', input]]);
  });

  test('nothing reads the text of an error', () => {
    expect(text).not.toContain('Cause');
  });

  test('what is deployed is this file with the functions of its own steps, Standard, traced and without data in its log', () => {
    const deployed = ofType('AWS::StepFunctions::StateMachine').find(({ name }) => name.startsWith('Analysis'));
    expect(deployed?.Properties).toMatchObject({
      StateMachineName: 'ReplayService-analysis',
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    const substitutions = deployed?.Properties.DefinitionSubstitutions as Record<string, unknown>; // the template is untyped JSON
    expect(Object.keys(substitutions).toSorted()).toEqual(['AnalyzeRound', 'FailAnalysis']);
    for (const [name, value] of Object.entries(substitutions))
      expect(JSON.stringify(value)).toContain(`"Steps${name}Function`);
  });

  test('its role may invoke its two functions and start nothing', () => {
    const statements = ofType('AWS::IAM::Policy')
      .filter(({ name }) => name.startsWith('AnalysisStateMachine'))
      .flatMap(
        ({ Properties }) => (Properties.PolicyDocument as { Statement: { Action: string | string[] }[] }).Statement,
      ); // untyped JSON
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions).toContain('lambda:InvokeFunction');
    expect(actions.filter((action) => action.startsWith('states:'))).toEqual([]);
  });
});
