import jsonata from 'jsonata';
import { describe, expect, test } from 'vitest';
import { template } from '../../../../functions/platform/standalone/workflows/state-expression.ts';
import type { Json } from '../../../../functions/platform/world.ts';

const names = { members: ['input', 'result', 'context'], variables: new Set<string>() };
const refuse = (why: string): never => {
  throw new Error(why);
};
const evaluated = (expression: string, input: Json) =>
  template(`{% ${expression} %}`, names, refuse)({ states: { input, context: {} }, variables: {} });

describe('a path of plain names', () => {
  const INPUTS: readonly Json[] = [
    { a: 'text' },
    { a: '' },
    { a: 0 },
    { a: false },
    { a: null },
    { a: { b: 1 } },
    { a: [] },
    { a: [1] },
    { a: [{ b: 1 }, { b: 2 }] },
    { a: [{ b: 1 }] },
    { a: { b: [[1]] } },
    { a: { length: 3 } },
    { b: 1 },
    [{ a: 1 }],
    'text',
    null,
  ];

  test.for([
    '$states.input.a',
    ' $states.input.a.b ',
    '$states.input.a.length',
    '$states.input.toString',
    '$states.input',
  ])('%s has the value that JSONata computes, or fails as it does', async (path) => {
    for (const input of INPUTS) {
      const expected: unknown = await jsonata(path).evaluate(undefined, { states: { input, context: {} } });
      const value = evaluated(path, input);
      if (expected === undefined || typeof expected === 'function')
        await expect(value).rejects.toThrow(/an expression/);
      else expect(await value).toEqual(JSON.parse(JSON.stringify(expected)));
    }
  });

  test('gives a list or an object that changes nothing of the state', async () => {
    const input = { a: { b: [1] } };
    const value = (await evaluated('$states.input.a', input)) as { b: number[] };
    value.b.push(2);
    expect(input).toEqual({ a: { b: [1] } });
  });
});
