import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadStateMachine } from '../../../../functions/platform/standalone/workflows/state-machine.ts';

const load = (state: object, more: object = {}) =>
  loadStateMachine({ QueryLanguage: 'JSONata', StartAt: 'A', States: { A: state }, ...more });
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a state machine file
const task = { Type: 'Task', Resource: '${Work}', End: true };
const callback = {
  ...task,
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder of a state machine file
  Arguments: { FunctionName: '${Work}', Payload: { taskToken: '{% $states.context.Task.Token %}' } },
  TimeoutSeconds: 60,
};

describe('a state machine file', () => {
  test('loads for replay, and names its steps', () => {
    const file = readFileSync(new URL('../../../../state-machines/replay.asl.json', import.meta.url), 'utf8');
    expect(loadStateMachine(JSON.parse(file)).steps).toContain('ReplayChunk');
  });

  test.for<[string, object]>([
    ['A: Type', { ...task, Type: 'Activity' }],
    ['A: HeartbeatSeconds', { ...task, HeartbeatSeconds: 1 }],
    ['A: Resource', { ...task, Resource: 'arn:aws:states:::sqs:sendMessage' }],
    ['A: Resource', { ...callback, Resource: 'arn:aws:states:::lambda:invoke' }],
    ['A: Resource', { ...callback, Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken' }],
    ['A: TimeoutSeconds', { ...callback, TimeoutSeconds: undefined }],
    ['A.Arguments: FunctionName', { ...callback, Arguments: { FunctionName: 'work', Payload: {} } }],
    ['A.Arguments: Payload', { ...callback, Arguments: { FunctionName: callback.Arguments.FunctionName } }],
    ['A.Arguments: Qualifier', { ...callback, Arguments: { ...callback.Arguments, Qualifier: '1' } }],
    ['A: InputPath', { Type: 'Pass', End: true, InputPath: '$' }],
    ['A: QueryLanguage', { Type: 'Pass', End: true, QueryLanguage: 'JSONPath' }],
    ['A: Next', { Type: 'Pass', Next: 'Missing' }],
    ['A: Next', { Type: 'Pass' }],
    ['A: Next', { Type: 'Pass', Next: 'A', End: true }],
    ['A: Seconds', { Type: 'Wait', End: true }],
    ['A: Seconds', { Type: 'Wait', End: true, Seconds: 1, Timestamp: '2026-01-01T00:00:00Z' }],
    ['A: Choices.0.Variable', { Type: 'Choice', Choices: [{ Variable: '$.x', Condition: true, Next: 'A' }] }],
    ['A: Retry.0.ErrorEquals', { ...task, Retry: [{ ErrorEquals: ['States.ALL', 'Busy'] }] }],
    ['A: Retry', { ...task, Retry: [{ ErrorEquals: ['States.ALL'] }, { ErrorEquals: ['Busy'] }] }],
    ['A: Retry.0.Jitter', { ...task, Retry: [{ ErrorEquals: ['Busy'], Jitter: 1 }] }],
    [
      'A.ItemProcessor: ProcessorConfig.Mode',
      { Type: 'Map', End: true, ItemProcessor: { ProcessorConfig: { Mode: 'X' }, StartAt: 'A', States: {} } },
    ],
    ['A: ItemReader', { Type: 'Map', End: true, ItemReader: {}, ItemProcessor: {} }],
    ['A: Output names the unknown $eval', { ...task, Output: '{% $eval("1") %}' }],
    ['A: Output names the unknown $now', { ...task, Output: '{% $now() %}' }],
    ['A: Output names the unknown $uuid', { ...task, Output: { deep: ['{% $uuid() %}'] } }],
    ['A: Output names the unknown $later', { ...task, Output: '{% $later %}' }],
    ['A: Arguments names $states.result', { ...task, Arguments: '{% $states.result %}' }],
    ['A: Output names $states.errorOutput', { ...task, Output: '{% $states.errorOutput %}' }],
    ['A: Output has an expression that JSONata', { ...task, Output: '{% 1 + %}' }],
    ['A: Output has an expression that does not end', { ...task, Output: '{% 1' }],
  ])('is refused in a state: %s', ([message, state]) => {
    expect(() => load(state)).toThrow(message);
  });

  test.for<[string, object]>([
    ['the machine: QueryLanguage', { QueryLanguage: 'JSONPath' }],
    ['the machine: StartAt', { StartAt: 'Missing' }],
    ['the machine: Unknown', { Unknown: 1 }],
  ])('is refused as a whole: %s', ([message, more]) => {
    expect(() => load(task, more)).toThrow(message);
  });

  test('is accepted with a Task that waits for its token, and names its step', () => {
    expect([...load(callback).steps]).toEqual(['Work']);
  });

  test.for([
    '{% $f := function($x) { $x + 1 }; $f(1) %}',
    '{% $map([1, 2], function($v) { $v * 2 })[$ > 2] ~> $sum %}',
    '{% $exists($states.input.a) and $states.context.State.Name = "A" %}',
  ])('is accepted with %s', (Output) => {
    expect(() => load({ ...task, Output: Output.replace(/^\{% (\$f.*) %\}$/, '{% ($1) %}') })).not.toThrow();
  });
});
