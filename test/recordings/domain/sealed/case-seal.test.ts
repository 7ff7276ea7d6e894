import { describe, expect, test } from 'vitest';
import { maySeal } from '../../../../functions/platform/values/sealed-text.ts';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { ownPayload, sealedForCase } from '../../../../functions/recordings/domain/sealed/case-seal.ts';
import { comparablePayload } from '../../../../functions/recordings/domain/sealed/comparable-payload.ts';
import { openRequest } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { keyText, type Sealer, sealerOf } from '../../../../functions/recordings/domain/sealed/sealer.ts';
import { testKey } from '../../../support/test-sealer.ts';
import { GET, JSON_TYPE } from './sealed-request.ts';

const sealer = sealerOf(keyText([testKey(1)], { tenant: 'default' }));
const clear = (secret: string): CasePayload => ({
  request: {
    ...GET,
    headers: [
      ['authorization', `Bearer ${secret}`],
      ['x-note', 'a'],
    ],
  },
  response: { status: 200, headers: [JSON_TYPE], body: `{"token":"${secret}","note":"b"}`, bodyEncoding: 'utf8' },
  calls: [],
});
const stored = (secret: string, caseId: string, by: Sealer = sealer) =>
  sealedForCase(sealPayload(clear(secret), { redact: [], credentials: 'seal' }, by), caseId, by);
const sentOf = (payload: CasePayload, caseId: string, by: Sealer = sealer) =>
  openRequest(ownPayload(payload, caseId, by).request, by).headers;

describe('the sealed values of a stored case', () => {
  test('open in this case only', () => {
    const payload = stored('canary-1', 'c1');
    expect(sentOf(payload, 'c1')).toEqual(clear('canary-1').request.headers);
    expect(ownPayload(payload, 'c1', sealer)).toBe(payload);
    expect(sentOf(payload, 'c2')[0]?.[1]).toMatch(/^Bearer sealed\.v1\./);
  });

  test('stay closed for another tenant, also under the same data key', () => {
    const other = sealerOf(keyText([testKey(1)], { tenant: 'other' }));
    expect(sentOf(stored('canary-1', 'c1'), 'c1', other)[0]?.[1]).toMatch(/^Bearer sealed\.v1\./);
  });

  const [[, taken] = ['', '']] = stored('canary-2', 'c2').request.headers;
  test.for<[string, (payload: CasePayload) => CasePayload]>([
    ['a value of another case in a header', (payload) => withNote(payload, taken)],
    ['the values of another case', (payload) => ({ ...payload, request: stored('canary-2', 'c2').request })],
    ['a value of the same case once more', (payload) => withNote(payload, payload.request.headers[0]?.[1] ?? '')],
    ['a value too few', (payload) => ({ ...payload, response: null })],
    [
      'values in another order',
      (payload) => ({ ...payload, request: { ...payload.request, path: '/?token=x', headers: [] } }),
    ],
    ['another code', (payload) => ({ ...payload, sealedFor: `${payload.sealedFor}A` })],
    ['a code of an unknown key', (payload) => ({ ...payload, sealedFor: `7${payload.sealedFor?.slice(1)}` })],
    ['an empty code', (payload) => ({ ...payload, sealedFor: '' })],
  ])('stay text, all of them, in a case with %s', ([, change]) => {
    const changed = change(stored('canary-1', 'c1'));
    const text = JSON.stringify([sentOf(changed, 'c1'), ownPayload(changed, 'c1', sealer)]);
    expect(text).not.toContain('canary');
    expect(sentOf(changed, 'c1')).toEqual(changed.request.headers);
  });

  test('open after a rotation, and are authenticated under the new key when they are sealed again', () => {
    const rotated = sealerOf(keyText([testKey(2), testKey(1)], { tenant: 'default' }));
    expect(sentOf(stored('canary-1', 'c1'), 'c1', rotated)).toEqual(clear('canary-1').request.headers);
    expect(sealedForCase(stored('canary-1', 'c1'), 'c1', rotated).sealedFor).toMatch(/^2\./);
  });

  test('open in a case of an earlier version, whose repeats in clear are sealed', () => {
    const secret = 'k3Q9wZ7rT1xB';
    const { sealedFor: _, ...earlier } = stored(secret, 'c1');
    const request = { ...earlier.request, path: `/a/${secret}` };
    const own = ownPayload({ ...earlier, request }, 'c1', sealer);
    expect(JSON.stringify(own)).not.toContain(secret);
    expect(openRequest(own.request, sealer)).toEqual({ ...clear(secret).request, path: `/a/${secret}` });
  });

  test.for<[string, (payload: CasePayload) => CasePayload]>([
    ['its code', ({ sealedFor: _, ...payload }) => payload],
    [
      'its code, and says that credentials are kept',
      ({ sealedFor: _, ...payload }) => ({ ...payload, credentialMode: 'keep' }),
    ],
    [
      'its code, and says that they are removed',
      ({ sealedFor: _, ...payload }) => ({ ...payload, credentialMode: 'remove' }),
    ],
    ['all that an earlier version did not store', ({ sealedFor: _, credentialMode: __, ...payload }) => payload],
  ])('stay text in a case that lost %s, once every case has a code', ([, change]) => {
    const strict = sealerOf(keyText([testKey(1)], { tenant: 'default', requiresCodes: true }));
    const whole = stored('canary-1', 'c1', strict);
    const settings = { redact: [], credentials: 'seal' as const };
    const sent = (payload: CasePayload) =>
      openRequest(comparablePayload(payload, 'c1', settings, strict).payload.request, strict).headers;
    expect(sent(whole)).toEqual(clear('canary-1').request.headers);
    expect(sent(change(whole))).toEqual(whole.request.headers);
  });

  const strict = sealerOf(keyText([testKey(1)], { tenant: 'default', requiresCodes: true }));
  test.for<[string, Sealer, boolean]>([
    ['have a code also in a case without any', sealer, true],
    ['have no code in a case without any, where every other has one,', strict, false],
  ])('%s, so that none can be added to it', ([, by, hasCode]) => {
    const plain = sealedForCase({ ...clear(''), request: GET, response: null, credentialMode: 'seal' }, 'c1', by);
    expect(plain.sealedFor !== undefined).toBe(hasCode);
    expect(ownPayload(plain, 'c1', by)).toBe(plain);
    expect(sentOf(withNote(plain, taken), 'c1', by)).toEqual([['x-note', taken]]);
    expect(maySeal(taken)).toBe(true);
  });
});

function withNote(payload: CasePayload, value: string): CasePayload {
  const headers = payload.request.headers.filter(([name]) => name !== 'x-note');
  return { ...payload, request: { ...payload.request, headers: [...headers, ['x-note', value]] } };
}
