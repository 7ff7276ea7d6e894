import { describe, expect, test } from 'vitest';
import type { RedactRule } from '../../../../functions/applications/domain/redact-rule.ts';
import { shownSealed } from '../../../../functions/platform/values/sealed-text.ts';
import type { CasePayload, RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../../../functions/recordings/domain/sealed/comparable-payload.ts';
import { sealAnswerNoting, sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { keyText, sealerOf } from '../../../../functions/recordings/domain/sealed/sealer.ts';
import { testKey, testSealer } from '../../../support/test-sealer.ts';
import { answered, asRecorded, GET, JSON_TYPE, sealed, sent } from './sealed-request.ts';

describe('the settings', () => {
  const login: Partial<RecordedRequest> = {
    path: '/?token=canary',
    headers: [['authorization', 'Bearer canary'], ['cookie', 'a=canary'], JSON_TYPE],
    body: '{"password":"canary","auth":{"a":["canary"]},"pin":4711}',
  };

  test('replace credentials with remove', () => {
    expect(sealed(login, 'remove')).toMatchObject({
      path: '/?token=%5Bredacted%5D',
      headers: [['authorization', 'Bearer [redacted]'], ['cookie', 'a=[redacted]'], JSON_TYPE],
      body: '{"password":"[redacted]","auth":"[redacted]","pin":"[redacted]"}',
    });
    expect(answered('{"token":"canary"}', [['set-cookie', 'a=canary; Path=/']], 'remove')).toEqual({
      headers: [['set-cookie', 'a=[redacted]; Path=/']],
      body: '{"token":"[redacted]"}',
    });
  });

  test('keep credentials with keep', () => {
    expect(sealed(login, 'keep')).toMatchObject(login);
    expect(answered('{"token":"canary"}', [], 'keep').body).toBe('{"token":"canary"}');
  });

  test('seal by rules of the application, also if credentials are kept, and black out by others', () => {
    const rules: RedactRule[] = [
      { header: 'X-Customer', seal: true },
      { path: '$.customer.iban', seal: true },
      { path: '$.customer.n', seal: true },
      { path: '$.customer.name' },
    ];
    const request: RecordedRequest = {
      ...GET,
      headers: [['x-customer', 'ada'], JSON_TYPE],
      body: '{ "customer": {"iban":"DE\\u00fc","n":[1, 2],"name":"ada"},"token":"canary"}',
    };
    for (const mode of ['seal', 'keep'] as const) {
      const stored = sealed(request, mode, rules);
      expect(shownSealed(stored.headers[0]?.[1] ?? '')).toBe('sealed');
      expect(shownSealed(stored.body ?? '')).toBe(
        `{ "customer": {"iban":"sealed","n":["sealed", "sealed"],"name":"[redacted]"},"token":"${mode === 'keep' ? 'canary' : 'sealed'}"}`,
      );
      expect(sent(stored)).toEqual({
        ...asRecorded(request),
        body: Buffer.from(request.body?.replace('"ada"', '"[redacted]"') ?? ''),
      });
    }
    const cut = sealed({ headers: [JSON_TYPE], body: '{"customer":{"iban":"DE' }, 'seal', rules.slice(0, 3));
    expect(shownSealed(cut.body ?? '')).toBe('sealed');
    expect(sent(cut).body?.toString()).toBe('{"customer":{"iban":"DE');
  });
});

describe('a stored case compared under the current settings', () => {
  const answer = {
    status: 200,
    headers: [JSON_TYPE],
    body: '{"token":"canary","pin":"***"}',
    bodyEncoding: 'utf8' as const,
  };
  const payload: CasePayload = { request: { ...GET, path: '/?token=canary' }, response: answer, calls: [] };
  const stored = (credentials: 'seal' | 'remove' | 'keep') =>
    sealPayload(payload, { redact: [], credentials }, testSealer);
  const current = (from: CasePayload, credentials: 'seal' | 'remove' | 'keep', sealer = testSealer) =>
    comparablePayload(from, 'c1', { redact: [], credentials }, sealer);

  test.for([
    ['keep', 'keep', 'keep'],
    ['keep', 'seal', 'seal'],
    ['keep', 'remove', 'remove'],
    ['seal', 'keep', 'seal'],
    ['seal', 'seal', 'seal'],
    ['remove', 'keep', 'remove'],
    ['remove', 'seal', 'remove'],
    ['remove', 'remove', 'remove'],
  ] as const)('is, stored with %s and with the setting %s, %s on both sides', ([then, now, mode]) => {
    const { payload: comparable, settings } = current(stored(then), now);
    expect(settings.credentials).toBe(mode);
    expect(comparable.response?.body).toBe(answered(answer.body, [JSON_TYPE], mode).body);
  });

  test('has sealed values removed if the current settings remove credentials', () => {
    expect(current(stored('seal'), 'remove').payload.response?.body).toBe('{"token":"[redacted]","pin":"***"}');
  });

  test('has the current settings applied to credentials that an earlier version stored in clear', () => {
    expect(current(payload, 'seal').payload).toEqual(stored('seal'));
    expect(current(payload, 'keep').payload).toEqual(stored('keep'));
  });

  test('has values of an older key sealed under the current key', () => {
    const rotated = sealerOf(keyText([testKey(2), testKey(1)]));
    expect(current(stored('seal'), 'seal', rotated).payload).toEqual(
      sealPayload(payload, { redact: [], credentials: 'seal' }, rotated),
    );
  });

  test('keeps a value sealed once if a rule has sealed it before', () => {
    const redact: RedactRule[] = [{ path: '$.pin', seal: true }];
    const kept = sealPayload(payload, { redact, credentials: 'keep' }, testSealer);
    const { payload: comparable } = comparablePayload(kept, 'c1', { redact, credentials: 'seal' }, testSealer);
    expect(comparable).toEqual(sealPayload(payload, { redact, credentials: 'seal' }, testSealer));
  });

  test.for([
    ['XML', 'application/xml', (mail: string) => `<c><mail>${mail}</mail></c>`, '$.c.mail', null],
    ['lines of JSON', 'application/x-ndjson', (mail: string) => `{"mail":"${mail}"}\n{"n":1}`, '$..mail', '[redacted]'],
  ] as const)(
    'has %s redacted as its response is, though an earlier version did not do so',
    ([, type, bodyWith, path, kept]) => {
      const redact = [{ path }];
      const headers: [string, string][] = [['content-type', type]];
      // Earlier versions left XML as it is, and redacted lines as a whole.
      const body = kept ?? bodyWith('ada@example.org');
      const before = { ...payload, response: { ...answer, headers, body } };
      const recorded = sealPayload(before, { redact: [], credentials: 'seal' }, testSealer);
      const { payload: comparable, settings } = comparablePayload(
        recorded,
        'c1',
        { redact, credentials: 'seal' },
        testSealer,
      );
      const { outcome } = sealAnswerNoting(
        {
          kind: 'response',
          status: 200,
          headers,
          body: Buffer.from(bodyWith('ada@example.org')),
          truncated: false,
          durationMs: 1,
        },
        settings,
        testSealer,
        [],
        comparable.response,
      );
      expect(comparable.response?.body).not.toContain('ada');
      expect(outcome.kind === 'response' && Buffer.from(outcome.body).toString()).toBe(comparable.response?.body);
    },
  );

  test.for([['seal'], ['remove'], ['keep']] as const)(
    'is sealed by a rule that is younger than the recording, as is its answer, with %s',
    ([credentials]) => {
      const now = { redact: [{ path: '$.mail', seal: true }], credentials };
      const before = { ...payload, response: { ...answer, body: '{"mail":"ada@example.org"}' } };
      const recorded = sealPayload(before, { redact: [], credentials }, testSealer);
      const { payload: comparable, settings } = comparablePayload(recorded, 'c1', now, testSealer);
      const replayed = (mail: string) => {
        const body = Buffer.from(JSON.stringify({ mail }));
        const { outcome } = sealAnswerNoting(
          { kind: 'response', status: 200, headers: [JSON_TYPE], body, truncated: false, durationMs: 1 },
          settings,
          testSealer,
        );
        return outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : null;
      };
      expect(comparable.response?.body).not.toContain('ada');
      expect(replayed('ada@example.org')).toBe(comparable.response?.body);
      // A removed value cannot be compared.
      expect(replayed('eve@example.org') === comparable.response?.body).toBe(credentials === 'remove');
    },
  );
});
