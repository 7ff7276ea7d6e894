import { describe, expect, test } from 'vitest';
import { identityTable } from '../../../../functions/compare/domain/arrays/identity-table.ts';
import { nameBook } from '../../../../functions/platform/json/names.ts';
import { scanJson } from '../../../../functions/platform/json/scan-json.ts';
import { bytesOf, compareTwo, differencesIn, rulesOf } from '../compare-two.ts';

const MIB = 1_048_576;
/** Recursion this deep overflows the stack twice. */
const DEPTH = 20_000;

describe('the comparison of a hostile body', () => {
  const SAME_HASH = sameHash(11);

  test('reads names that share one hash a bounded number of times each', () => {
    const names = SAME_HASH;
    expect(new Set(names).size).toBe(2048);
    const [half, all] = [readsFor(names.slice(0, 1024)), readsFor(names)];
    expect(all).toBeLessThan(2.5 * half);
  });

  test('distinguishes names that share one hash', () => {
    const names = SAME_HASH.slice(0, 512);
    const text = (value: (index: number) => number) =>
      `{${names.map((name, index) => `"${name}":${value(index)}`).join(',')}}`;
    expect(
      differencesIn(
        compareTwo(
          text(Number),
          text((index) => (index === 300 ? -1 : index)),
        ),
      ),
    ).toEqual([`FIELD_VALUE ${names[300]}`]);
    const reversed = `{${names.map((name, index) => `"${name}":${index}`).reverse()}}`;
    expect(differencesIn(compareTwo(text(Number), reversed))).toEqual([]);
  });

  test('keeps 256 identities that collide, and refuses further ones', () => {
    const table = identityTable(1000);
    // Both halves of each cancel out in the calculation of its slot.
    const crowd = Array.from({ length: 1000 }, (_, index) => (index << 11) * 0x200000 + (index << 11));
    expect(crowd.filter((identity, index) => table.add(identity, index))).toHaveLength(256);
    expect(crowd.map((identity) => table.indexOf(identity)).filter((index) => index >= 0)).toHaveLength(256);
    expect(table.indexOf(crowd[255] ?? 0)).toBe(255);
    expect(table.add(crowd[5] ?? 0, 7)).toBe(false);
  });

  test('finds the one element that is missing among 20,000 equal ones', () => {
    const list = (count: number) => `[${Array(count).fill('{"a":1}').join(',')}]`;
    expect(differencesIn(compareTwo(list(20_000), list(19_999)))).toEqual(['ARRAY_LENGTH $']);
  });

  test('compares arrays in arrays, 20,000 deep, with another element at each level', () => {
    const nested = (value: number) => `${'[[1],'.repeat(DEPTH)}${value}${']'.repeat(DEPTH)}`;
    expect(compareTwo(nested(1), nested(2)).differences).toHaveLength(1);
  });

  test('compares keyed lists in keyed lists, 20,000 deep, whose elements have no key', () => {
    const nested = (value: number) => `${'[[1],'.repeat(DEPTH)}${value}${']'.repeat(DEPTH)}`;
    const rules = rulesOf(
      { kind: 'array-key', path: '$', keys: ['k'] },
      { kind: 'array-key', path: '$..*', keys: ['k'] },
    );
    expect(compareTwo(nested(1), nested(2), rules).differences).toHaveLength(1);
  });

  test('compares 20,000 elements that share a key, in another order and with one change', () => {
    const list = Array.from({ length: 20_000 }, (_, v) => ({ k: 1, v }));
    const other = list.toReversed().map((item) => (item.v === 500 ? { k: 1, v: -1 } : item));
    const rules = rulesOf({ kind: 'array-key', path: '$', keys: ['k'] });
    expect(differencesIn(compareTwo(JSON.stringify(list), JSON.stringify(other), rules))).toEqual([
      'FIELD_VALUE [*].v',
    ]);
  });

  test('reads 6 MiB of opening brackets as a text and not as JSON', () => {
    const open = '['.repeat(6 * MIB);
    expect(scanJson(bytesOf(open))).toBeNull();
    expect(scanJson(bytesOf(`${open}]`))).toBeNull();
    expect(differencesIn(compareTwo('[]', open))).toEqual(['RESPONSE_FORMAT response']);
  });

  test('shows a string of 16 MiB as one difference of 1,000 characters', () => {
    const long = 'x'.repeat(16 * MIB);
    const { differences } = compareTwo(`["${long}"]`, `["${long}y"]`);
    expect(differences.map(({ kind, recorded }) => [kind, recorded?.length])).toEqual([['FIELD_VALUE', 1000]]);
  });
});

/** 2^stages names with the same FNV-1a hash, by repeatedly chaining two endings that lead to the same hash. */
function sameHash(stages: number): string[] {
  let hash = Math.imul(0x811c9dc5 ^ 'n'.charCodeAt(0), 0x01000193);
  let names = ['n'];
  for (let stage = 0; stage < stages; stage++) {
    const met = new Map<number, string>();
    for (let i = 0; ; i++) {
      const block = (Math.imul(i, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0');
      let next = hash;
      for (let at = 0; at < block.length; at++) next = Math.imul(next ^ block.charCodeAt(at), 0x01000193);
      const other = met.get(next);
      met.set(next, block);
      if (other === undefined) continue;
      names = names.flatMap((name) => [name + other, name + block]);
      hash = next;
      break;
    }
  }
  return names;
}

/** Bytes read to number these names. */
function readsFor(names: readonly string[]): number {
  const tape = scanJson(bytesOf(`{${names.map((name) => `"${name}":1`).join(',')}}`));
  if (tape === null) return 0;
  let reads = 0;
  const bytes = new Proxy(tape.bytes, {
    get(target, key) {
      reads++;
      return Reflect.get(target, key, target);
    },
  });
  const book = nameBook();
  for (let index = 0; index < names.length; index++) book.idOf({ bytes, words: tape.words }, 4 + 4 * index);
  return reads;
}
