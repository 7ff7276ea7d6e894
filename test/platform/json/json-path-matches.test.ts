import { describe, expect, test } from 'vitest';
import { parseJsonPath, type Step } from '../../../functions/platform/json/json-path.ts';
import { jsonPathMatches } from '../../../functions/platform/json/json-path-matches.ts';
import { scanJson } from '../../../functions/platform/json/scan-json.ts';
import { childrenOf, isContainer, type Tape, textOf } from '../../../functions/platform/json/tape.ts';
import { readablePairs } from '../../support/hostile-paths.ts';

const tapeOf = (body: string): Tape => {
  const tape = scanJson(Buffer.from(body));
  if (tape === null) throw new Error('no JSON');
  return tape;
};

const stepsOf = (path: string): Step[] => {
  const steps = parseJsonPath(path);
  if (steps === null) throw new Error('no path');
  return steps;
};

function matched(body: string, ...paths: string[]): string[] {
  const tape = tapeOf(body);
  const nodes = jsonPathMatches(paths.map(stepsOf))(tape, { steps: 1_000_000 }) ?? [];
  return nodes.sort((a, b) => a - b).map((node) => textOf(tape, node));
}

function taken(path: string, tape: Tape): number {
  const budget = { steps: 1e12 };
  jsonPathMatches([stepsOf(path)])(tape, budget);
  return 1e12 - budget.steps;
}

function nodesIn(tape: Tape): number {
  let count = 1;
  const open = [0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const children = isContainer(tape, node) ? childrenOf(tape, node) : [];
    count += children.length;
    for (const child of children) open.push(child);
  }
  return count;
}

/** What a path may take at one node: each step and filter once, and of filters the members that they pass. */
const mostAtNode = (steps: readonly Step[]) =>
  steps.reduce(
    (total, { selectors }) =>
      total +
      selectors.reduce(
        (sum, selector) =>
          sum +
          (selector.type === 'filter'
            ? 2 + selector.filter.names.length + selector.filter.equals.length
            : selector.type === 'name'
              ? selector.name.length
              : 0),
        1,
      ),
    0,
  );

describe('jsonPathMatches', () => {
  test.for<[string, string, string[]]>([
    ['$', '{"a":1}', ['{"a":1}']],
    ['$.a', '{"a":1,"b":2}', ['1']],
    ['$.a', '[{"a":1}]', []],
    ['$..a', '{"a":{"a":1},"b":[{"a":2}]}', ['{"a":1}', '2']],
    ['$[-1]', '[1,2,3]', ['3']],
    ['$[0,2,2]', '[1,2,3]', ['1', '3']],
    ['$[0]', '{"0":1}', []],
    ['$.*.*', '{"a":[1],"b":{"c":2},"d":3}', ['1', '2']],
    ["$[?@.k=='v'].s", '[{"k":"v","s":1},{"k":"w","s":2},{"k":"\\u0076","s":3}]', ['1', '3']],
    ['$[?@.k==1.0].s', '[{"k":1,"s":1},{"k":10e-1,"s":2},{"k":"1","s":3}]', ['1', '2']],
    ['$[?@.k==9007199254740993].s', '[{"k":9007199254740993,"s":1},{"k":9007199254740992,"s":2}]', ['1']],
    ['$[?@.k==true].s', '[{"k":true,"s":1},{"k":"true","s":2},{"k":null,"s":3}]', ['1']],
    ['$[?@.k==null].s', '[{"k":null,"s":1},{"s":2}]', ['1']],
    ['$..*..*', '[[1],{"a":[2]}]', ['1', '[2]']],
  ])('finds %s in %s', ([path, body, found]) => {
    expect(matched(body, path)).toEqual(found);
  });

  test('returns the outermost nodes of overlapping paths', () => {
    expect(matched('{"a":{"b":1},"c":2}', '$.a.b', '$.a', '$..c')).toEqual(['{"b":1}', '2']);
  });

  test('takes steps in proportion to the document for a chain of descents', () => {
    const branches = (depth: number): unknown =>
      depth === 0 ? {} : { a: branches(depth - 1), b: branches(depth - 1) };
    const [small, large] = [8, 9].map((depth) => tapeOf(JSON.stringify([branches(depth), branches(depth)])));
    if (small === undefined || large === undefined) throw new Error('no tapes');
    for (const path of [`$${'..*'.repeat(20)}`, `$${'..a'.repeat(20)}.x`, "$..a..b..[?@.a=='x']"])
      expect(taken(path, large)).toBeLessThan(3 * taken(path, small));
  });

  test('takes at most the nodes times the steps of the path for hostile pairs', () => {
    const pairs = readablePairs();
    expect(pairs.length).toBeGreaterThanOrEqual(150);
    const bodies = new Map(pairs.map(({ body }) => [body, tapeOf(body)]));
    const counts = new Map([...bodies].map(([body, tape]) => [body, nodesIn(tape)]));
    for (const { name, path, body } of pairs) {
      const steps = taken(path, bodies.get(body) ?? tapeOf(body));
      // A filter reads the digits of a number, at 16 a step.
      const most = ((counts.get(body) ?? 0) + body.length / 16) * mostAtNode(stepsOf(path));
      expect(steps, name).toBeLessThanOrEqual(most + 100_000);
    }
  });

  test('returns null when its budget is used up', () => {
    const tape = tapeOf(JSON.stringify(Array.from({ length: 100 }, () => ({ a: 1 }))));
    const matches = jsonPathMatches([stepsOf("$..[?@.a=='x']")]);
    expect(matches(tape, { steps: 100 })).toBeNull();
    expect(matches(tape, { steps: 1000 })).toEqual([]);
  });
});
