import aslValidator from 'asl-validator';
import { expect, test } from 'vitest';
import { deployedService, ownerOfStep } from '../lib/deployed-service.ts';

/** Tests that a small machine's file, its steps and its construct match. */
export function machineFile(machine: 'analysis' | 'recompare', text: string, steps: readonly string[]): void {
  const { ofType } = deployedService();
  const construct = `${machine.charAt(0).toUpperCase()}${machine.slice(1)}StateMachine`;

  test('is valid Amazon States Language', () => {
    const arns = text.replace(/\$\{(\w+)\}/g, 'arn:aws:lambda:eu-west-1:123456789012:function:$1');
    expect(aslValidator(JSON.parse(arns))).toMatchObject({ isValid: true, errors: [] });
  });

  test('names the step in the input of each Task', () => {
    for (const step of steps) expect(text).toMatch(new RegExp(`"\\$\\{${step}\\}",[^}]*"step": "${step}"`));
  });

  test('does not read the text of an error', () => {
    expect(text).not.toContain('Cause');
  });

  test('is deployed with the functions of its steps, as Standard, with traces and without data in the log', () => {
    const deployed = ofType('AWS::StepFunctions::StateMachine').find(({ name }) => name.startsWith(construct));
    expect(deployed?.Properties).toMatchObject({
      StateMachineName: `ReplayService-${machine}`,
      StateMachineType: 'STANDARD',
      TracingConfiguration: { Enabled: true },
      LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    });
    // the template is untyped JSON
    const substitutions = deployed?.Properties.DefinitionSubstitutions as Record<string, unknown>;
    expect(Object.keys(substitutions).toSorted()).toEqual(steps);
    for (const [name, value] of Object.entries(substitutions))
      expect(JSON.stringify(value)).toContain(`"Functions${ownerOfStep(name)}Function`);
  });

  test('has a role that may invoke functions and may not use Step Functions', () => {
    const statements = ofType('AWS::IAM::Policy')
      .filter(({ name }) => name.startsWith(construct))
      .flatMap(
        ({ Properties }) => (Properties.PolicyDocument as { Statement: { Action: string | string[] }[] }).Statement,
      ); // untyped JSON
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions).toContain('lambda:InvokeFunction');
    expect(actions.filter((action) => action.startsWith('states:'))).toEqual([]);
  });
}
