import { describe, expect, test } from 'vitest';
import { changesAlike, fixedParts } from '../../../functions/mocks/domain/changing-value.ts';
import { keyTemplate } from '../../../functions/mocks/domain/key-template.ts';
import { leavesOf } from '../../../functions/mocks/domain/leaves.ts';
import { testSealer } from '../../support/test-sealer.ts';

const sealed = (text: string) => testSealer.seal('t', text);
const UUIDS = ['3e1a6c1e-97b6-4c3d-8f39-0b1d4ff6c1a0', '7d0b5d52-3f6f-4e52-9b59-a1c7d7a0d3b1'] as const;
const HEX = ['0a1b2c3d4e'.repeat(4), '9f8e7d6c5b'.repeat(4)] as const;

describe('values that differ from run to run', () => {
  test.for<[alike: boolean, a: string, b: string]>([
    [true, UUIDS[0], UUIDS[1]],
    [true, `order ${UUIDS[0]} of 5`, `order ${UUIDS[1]} of 5`],
    [false, `order ${UUIDS[0]} of 5`, `order ${UUIDS[1]} of 6`],
    [true, '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
    [true, '2026-01-01T00:00:00Z', '2026-02-02T10:20:30.123Z'],
    [true, 'since 2026-01-01 00:00', 'since 2026-02-02 10:20'],
    [true, '1795176000000', '1795176999000'],
    [false, '1795176000', '1795176000000'],
    [true, 'Fri, 20 Nov 2026 12:00:00 GMT', 'Mon, 23 Nov 2026 12:00:00 GMT'],
    [true, HEX[0], HEX[1]],
    [true, `session:${HEX[0]}`, `session:${HEX[1]}`],
    [false, `session:${HEX[0]}`, `basket:${HEX[1]}`],
    [true, `session:${sealed('a')}`, `session:${HEX[1]}`],
    [true, 'eyJhbGciOiJ9.eyJzdWIi.abc', 'eyJhbGciOiJ9.eyJqdGki.xyz'],
    [true, `$2b$10$${'a1B.'.repeat(13)}x`, `$2b$10$${'c2D/'.repeat(13)}y`],
    [true, 'V1StGXR8-Z5jdHi6B-myT', 'a9K_x2LmQ0-rTzUvW3pYs'],
    [true, sealed(UUIDS[0]), sealed(UUIDS[1])],
    [false, sealed('one password'), sealed('another one')],
    [true, sealed('token'), 'a-new-token-of-16'],
    [false, sealed('token'), 'short'],
    [false, sealed('token'), 'a text that has spaces in it'],
    [false, 'customer-1-details-page', 'customer-2-details-page'],
    [false, '17', '18'],
    [false, 'one', 'two'],
  ])('are alike (%s): %s and %s', ([alike, a, b]) => {
    expect(changesAlike(a, b)).toBe(alike);
    expect(changesAlike(b, a)).toBe(alike);
  });

  test('do not include a long text', () => {
    const long = (id: string) => `${id} ${'x '.repeat(9000)}`;
    expect(changesAlike(long(UUIDS[0]), long(UUIDS[1]))).toBe(false);
  });

  test.for([
    ['user:17:name', 'user/{id}/name'],
    [`session:${sealed('token')}`, 'session/{id}'],
    [`session:${HEX[0]}`, 'session/{id}'],
    ['flags', 'flags'],
  ])('are left out of the pattern of %s: %s', ([key = '', pattern]) => {
    expect(keyTemplate(key)).toBe(pattern);
  });

  test('are found in the scalars of JSON inside a text', () => {
    expect([...leavesOf({ args: ['k', '{"a":[1,{"b":"x"}]}', '{no json'] })]).toEqual([
      ['args[0]', 'k'],
      ['args[1].a[0]', '1'],
      ['args[1].a[1].b', 'x'],
      ['args[2]', '{no json'],
    ]);
  });

  test('leave a text without such parts unchanged', () => {
    expect(fixedParts('GET /stock/17?full=1')).toBe('GET /stock/17?full=1');
  });
});
