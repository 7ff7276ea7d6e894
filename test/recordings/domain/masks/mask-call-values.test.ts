import { describe, expect, test } from 'vitest';
import { plainMask } from '../../../../functions/recordings/domain/masks/mask.ts';
import { maskCallValues } from '../../../../functions/recordings/domain/masks/mask-call-values.ts';
import { maskText } from '../../../../functions/recordings/domain/masks/mask-text.ts';
import type { RecordedCall } from '../../../../functions/recordings/domain/recorded-case.ts';
import { openText } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealCall } from '../../../../functions/recordings/domain/sealed/seal-side.ts';
import { sealingOf } from '../../../../functions/recordings/domain/sealed/sealing.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const masked = (value: unknown) => JSON.parse(maskCallValues(JSON.stringify(value), plainMask));
const INSERT = 'INSERT INTO django_session (session_key, session_data, n) VALUES ($1, $2, $3)';

describe('the values of a database call without names', () => {
  test('are masked by the columns of parameters', () => {
    expect(masked({ sql: INSERT, parameters: ['k', 'd', 1] })).toEqual({ sql: INSERT, parameters: ['***', '***', 1] });
    const batch = {
      sql: INSERT,
      parameters: [
        ['k', 'd', 1],
        ['l', null, 2],
      ],
    };
    expect(masked(batch).parameters).toEqual([
      ['***', '***', 1],
      ['***', null, 2],
    ]);
  });

  test('are masked by the names of fields in rows that are lists', () => {
    const result = {
      fields: [{ name: 'id' }, { name: 'session_data' }],
      rows: [
        [1, 'd'],
        [2, ''],
      ],
    };
    expect(masked(result).rows).toEqual([
      [1, '***'],
      [2, ''],
    ]);
  });

  test.for([
    { sql: 'SELECT a FROM t WHERE a = $1 AND token IS NULL', parameters: ['k'] },
    { sql: 'SELECT token FROM t', parameters: { token: 'named' } },
    { fields: [{ name: 'token' }], rows: [{ token: 'named' }] },
    ['password'],
  ])('stay in %j', (value) => {
    expect(masked(value)).toEqual(value);
  });

  test('stay as numbered placeholders in a list of values', () => {
    const json = JSON.stringify({ sql: INSERT, parameters: [] });
    expect(maskText(json, plainMask)).toBe(json);
  });

  test('keep the digits of numbers', () => {
    const json = `{"sql":"${INSERT}","parameters":["k","d",12345678901234567890.10]}`;
    expect(maskCallValues(json, plainMask)).toContain('12345678901234567890.10');
  });

  test('open from a sealed parameter unchanged', () => {
    const call: RecordedCall = {
      kind: 'database',
      target: 'db',
      operation: 'insert',
      request: JSON.stringify({ sql: INSERT, parameters: ['key "1"', 12, 3] }),
      response: '{}',
      error: null,
      durationMs: 1,
    };
    const sealed = sealCall(call, sealingOf(testSealer, 'seal', false)).request;
    expect(JSON.parse(sealed).parameters).toEqual([
      expect.stringMatching(/^sealed\.v1\./),
      expect.stringMatching(/^sealed\.v1\./),
      3,
    ]);
    expect(JSON.parse(openText(sealed, testSealer, 'json')).parameters).toEqual(['key "1"', 12, 3]);
  });
});
