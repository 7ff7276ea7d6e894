import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LINE_DEPTH } from '../../../../functions/report/pages/request/diff/node-lines.ts';
import { itemsOf } from './diff-as-text.ts';

/** Values that lie too deep to be opened. */
const buried = (text: string) => `${'['.repeat(MAX_LINE_DEPTH)}${text}${']'.repeat(MAX_LINE_DEPTH)}`;

const isEqual = (recorded: string, replayed: string) =>
  [...itemsOf(buried(recorded), buried(replayed))].every((item) => item.kind === 'equal' || item.state === 'same');

/** The same value with members in another order and other spaces. */
const rewritten = (value: unknown): string => {
  if (Array.isArray(value)) return `[ ${value.map(rewritten).join(' ,')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)} : ${rewritten(inner)}`);
  return `{${members.reverse().join(',')} }`;
};

describe('isEqual for deep values', () => {
  test.for<[string, string, boolean]>([
    ['[1,2,3]', '[1,2,3.0]', true],
    ['[1,2,3]', '[1,2,4]', false],
    ['[[1],2,3]', '[[1,2],3]', false],
    ['[[],[1]]', '[[1],[]]', false],
    ['[12,[]]', '[1,[2]]', false],
    ['[1,"a\\u0062"]', '[1,"ab"]', true],
    ['{"a":1,"b":[1]}', '{"b":[1],"a":1}', true],
    ['{"a":1,"b":[1]}', '{"a":1,"c":[1]}', false],
    ['{"a":{"b":1}}', '{"a":{"b":"1"}}', false],
  ])('decides about %s and %s', ([recorded, replayed, expected]) => {
    expect(isEqual(recorded, replayed)).toBe(expected);
  });

  test('returns true for any spelling, and false if a value differs', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).filter((one) => typeof one === 'object' && one !== null);
    fc.assert(
      fc.property(value, (one) => {
        const text = JSON.stringify(one);
        expect(isEqual(text, rewritten(one))).toBe(true);
        expect(isEqual(`[${text},1]`, `[${rewritten(one)},2]`)).toBe(false);
      }),
    );
  });
});
