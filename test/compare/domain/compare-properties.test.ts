import fc from 'fast-check';
import microdiff from 'microdiff';
import { describe, expect, test } from 'vitest';
import { compareTwo, differencesIn } from './compare-two.ts';

const name = fc.stringMatching(/^[a-f]{1,3}$/);
const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.string({ maxLength: 3 }), fc.boolean(), fc.constant(null));
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
}));
const object = fc.dictionary(name, json, { maxKeys: 5 });

/** The same value in another notation: members reversed, numbers and strings written differently. */
function respelt(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(respelt).join(' , ')} ]`;
  if (typeof value === 'object' && value !== null) {
    return `{\n${Object.entries(value)
      .reverse()
      .map(([key, member]) => `${escaped(key)} : ${respelt(member)}`)
      .join(',')}}`;
  }
  if (typeof value === 'number') return `${value * 10}.0e-1`;
  return typeof value === 'string' ? escaped(value) : String(value);
}

const escaped = (text: string) =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`;

const MIRROR: Record<string, string> = { FIELD_MISSING: 'NEW_FIELD' };
const mirrored = (text: string) => {
  const [kind = '', ...subject] = text.split(' ');
  const other = Object.entries(MIRROR).find(([a, b]) => a === kind || b === kind);
  return [other ? (other[0] === kind ? other[1] : other[0]) : kind, ...subject].join(' ');
};

describe('the comparison of any documents', () => {
  test('ignores spelling and the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(differencesIn(compareTwo(JSON.stringify([value]), respelt([value])))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('finds a difference exactly where microdiff does', () => {
    fc.assert(
      fc.property(object, object, (recorded, replayed) => {
        const ours = differencesIn(compareTwo(JSON.stringify(recorded), JSON.stringify(replayed)));
        expect(ours.length > 0).toBe(microdiff(recorded, replayed).length > 0);
      }),
      { numRuns: 1000 },
    );
  });

  test('finds every planted change with its kind', () => {
    const planted = fc.constantFrom('FIELD_VALUE', 'FIELD_TYPE', 'FIELD_MISSING', 'NEW_FIELD', 'ARRAY_LENGTH');
    fc.assert(
      fc.property(object, json, planted, fc.nat({ max: 3 }), (around, within, kind, depth) => {
        const sides: Record<string, [unknown, unknown]> = {
          FIELD_VALUE: ['old', 'new'],
          FIELD_TYPE: ['1', 1],
          FIELD_MISSING: [{ gone: within }, {}],
          NEW_FIELD: [{}, { added: 1 }],
          ARRAY_LENGTH: [[within], [within, within]],
        };
        const wrap = (value: unknown): unknown => {
          let wrapped = value;
          for (let i = 0; i < depth; i++) wrapped = i % 2 === 0 ? { ...around, deep: wrapped } : [around, wrapped];
          return { ...around, planted: wrapped };
        };
        const [recorded, replayed] = sides[kind] ?? [];
        const kinds = compareTwo(JSON.stringify(wrap(recorded)), respelt(wrap(replayed))).differences.map(
          (d) => d.kind,
        );
        expect(kinds).toEqual([kind]);
      }),
      { numRuns: 500 },
    );
  });

  test('mirrors the kinds when the sides are swapped', () => {
    fc.assert(
      fc.property(json, json, (recorded, replayed) => {
        const forth = differencesIn(compareTwo(JSON.stringify({ recorded }), JSON.stringify({ recorded: replayed })));
        const back = differencesIn(compareTwo(JSON.stringify({ recorded: replayed }), JSON.stringify({ recorded })));
        expect(back.map(mirrored).sort()).toEqual(forth.sort());
      }),
      { numRuns: 2000 },
    );
  });

  test('finds a difference exactly where values differ, for any order of elements', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), fc.array(json, { maxLength: 6 }), (recorded, replayed) => {
        const same =
          JSON.stringify(recorded) === JSON.stringify(replayed) || microdiff(recorded, replayed).length === 0;
        expect(differencesIn(compareTwo(JSON.stringify(recorded), JSON.stringify(replayed))).length === 0).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });
});
