import { describe, expect, test } from 'vitest';
import { knownCredentials } from '../../../../functions/recordings/domain/sealed/known-credentials.ts';

const TOKEN = 'q7Zk2mN9xW4tB6vR';
const DASHED = 'aB3-dE6_gH9.jK2~mN5';

describe('knownCredentials', () => {
  const known = knownCredentials([
    [TOKEN, 'S1'],
    [DASHED, 'S2'],
    ['lettersonlyareaword', 'no'],
    ['short1', 'no'],
  ]);

  test.for([
    [`current = '${TOKEN}'`, "current = 'S1'"],
    [`rt:${TOKEN}`, 'rt:S1'],
    [`session-${TOKEN}`, 'session-S1'],
    [`device_${TOKEN}.cart`, 'device_S1.cart'],
    [`a-${DASHED}-b`, 'a-S2-b'],
    [`${TOKEN} and ${DASHED}`, 'S1 and S2'],
    // Another word, of which it is not a part by itself.
    [`x${TOKEN}`, `x${TOKEN}`],
    ['lettersonlyareaword short1', 'lettersonlyareaword short1'],
  ])('seals %s as %s', ([text = '', expected]) => {
    expect(known.sealed(text)).toBe(expected);
  });

  test('keeps the newest 10,000, and counts one that is seen again as the newest', () => {
    const many = Array.from({ length: 10_001 }, (_, at) => [`token-${`${at}`.padStart(12, '0')}`, `S${at}`] as const);
    const all = knownCredentials(many);
    expect(all.sealed(many[0]?.[0] ?? '')).toBe(many[0]?.[0]);
    expect(all.sealed(many[1]?.[0] ?? '')).toBe('S1');
    all.note(many.slice(1, 2));
    expect(all.newest(2)).toEqual([many[10_000], many[1]]);
  });
});
