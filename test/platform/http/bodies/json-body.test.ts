import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../../../functions/platform/http/api.ts';
import { parseJsonBody } from '../../../../functions/platform/http/bodies/json-body.ts';

const parsed = (text: string) => parseJsonBody(Buffer.from(text));

describe('parseJsonBody', () => {
  test('returns the members of an object', () => {
    expect(parsed('{"appId":"shop","size":1e3,"text":"é"}')).toEqual({
      body: { appId: 'shop', size: 1000, text: 'é' },
    });
  });

  test.for([
    ['{', ERRORS.invalidJson],
    ['', ERRORS.invalidJson],
    ['{"a":NaN}', ERRORS.invalidJson],
    ['[]', ERRORS.notAnObject],
    ['null', ERRORS.notAnObject],
    ['"text"', ERRORS.notAnObject],
    ['{"__proto__":{"isAdmin":true}}', ERRORS.prototypeMember],
    ['{"a":[{"__proto__":1}]}', ERRORS.prototypeMember],
    ['{"constructor":{"prototype":{}}}', ERRORS.prototypeMember],
  ] as const)('refuses %s', ([text, error]) => {
    expect(parsed(text)).toEqual({ error });
  });

  test('accepts a constructor without a prototype', () => {
    expect(parsed('{"constructor":{}}')).toEqual({ body: { constructor: {} } });
  });

  test('refuses bytes that are not UTF-8', () => {
    expect(parseJsonBody(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual({
      error: ERRORS.invalidJson,
    });
  });
});
