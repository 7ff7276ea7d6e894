import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { shownSealed } from '../../../../functions/platform/values/sealed-text.ts';
import { parseCase } from '../../../../functions/recordings/domain/parse-case.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { sealAnswerNoting, sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { asRecorded, FORM_TYPE, GET, JSON_TYPE, sealed, sent } from './sealed-request.ts';

const TOKEN = 'k3Q9wZ7rT1xB';
const BASE64 = 'k3Q9+wZ7/rT1xB==';
const bearer = (token: string): [string, string] => ['authorization', `Bearer ${token}`];

describe('a credential that its request repeats under another name', () => {
  test.for<[string, string, Partial<RecordedRequest>]>([
    ['a member', TOKEN, { headers: [JSON_TYPE], body: JSON.stringify({ note: TOKEN, in: `<${TOKEN}>` }) }],
    ['a member in base64', BASE64, { headers: [JSON_TYPE], body: JSON.stringify({ note: BASE64 }) }],
    ['a field', BASE64, { headers: [FORM_TYPE], body: `a=${encodeURIComponent(BASE64)}&b=${BASE64}` }],
    ['the path and the query', BASE64, { path: `/a/${BASE64}/b?x=${BASE64}&y=${encodeURIComponent(BASE64)}` }],
    ['another header', TOKEN, { headers: [['x-note', `a ${TOKEN}`]] }],
    ['text', TOKEN, { headers: [['content-type', 'text/plain']], body: `a ${TOKEN}%${TOKEN}` }],
    [
      'bytes of a form',
      TOKEN,
      {
        headers: [['content-type', 'multipart/form-data; boundary=b']],
        body: Buffer.concat([Buffer.of(0x89, 0xff), Buffer.from(`\r\n${TOKEN}`)]).toString('base64'),
        bodyEncoding: 'base64',
      },
    ],
  ])('is sealed in %s, and sent as it was', ([, token, side]) => {
    const request: RecordedRequest = { ...GET, ...side, headers: [bearer(token), ...(side.headers ?? [])] };
    const stored = sealed(request);
    const shown = JSON.stringify(stored) + Buffer.from(stored.body ?? '', stored.bodyEncoding).toString('latin1');
    // After the sign of an encoded value it stays: it would be encoded when it is sent.
    expect(shown.replaceAll(`%${token}`, '')).not.toContain(token);
    expect(sent(stored)).toEqual(asRecorded(request));
  });

  test('is sealed in a body under a content-encoding, which is stored decoded', () => {
    const body = JSON.stringify({ note: TOKEN });
    const headers: [string, string][] = [bearer(TOKEN), JSON_TYPE, ['content-encoding', 'gzip']];
    const stored = sealed({ headers, body: gzipSync(body).toString('base64'), bodyEncoding: 'base64' });
    expect(stored.body).not.toContain(TOKEN);
    expect(sent(stored)).toMatchObject({ headers: [bearer(TOKEN), JSON_TYPE], body: Buffer.from(body) });
  });

  test.for([
    ['of 12 random characters', 'k3Q9wZ7rT1xB', true],
    ['of 11', 'k3Q9wZ7rT1x', false],
    ['of words', 'correcthorsebattery', false],
    ['that is a number', '471190210471190210', false],
    ['that is a date', '2026-11-20T10:00:00Z', false],
    ['that is an address', 'https://a.test/b1', false],
    ['of few characters', 'aaaaaa111111', false],
    ['of a UUID', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', true],
  ] as const)('%s (%s) is searched for: %s', ([, token, isSearched]) => {
    const body = JSON.stringify({ note: token });
    const stored = sealed({ headers: [['x-api-key', token], JSON_TYPE], body });
    expect(stored.body === body).toBe(!isSearched);
  });
});

describe('a credential of a request in its response', () => {
  const body = JSON.stringify({ echo: TOKEN, at: `/a?t=${TOKEN}`, price: 1 });
  const seal = { redact: [], credentials: 'seal' as const };
  const answer = { status: 200, headers: [JSON_TYPE, ['x-echo', TOKEN]] as [string, string][] };

  test('is sealed as in the replayed response, so that both are equal', () => {
    const payload = {
      request: { ...GET, headers: [bearer(TOKEN)] },
      response: { ...answer, body, bodyEncoding: 'utf8' as const },
      calls: [],
    };
    const recorded = sealPayload(payload, seal, testSealer).response;
    const outcome = { ...answer, kind: 'response' as const, body: Buffer.from(body), truncated: false, durationMs: 1 };
    const secrets: [string, string][] = [[TOKEN, testSealer.seal('t', TOKEN)]];
    const { outcome: replayed } = sealAnswerNoting(outcome, seal, testSealer, secrets);
    expect(JSON.stringify(recorded)).not.toContain(TOKEN);
    expect(replayed.kind === 'response' && Buffer.from(replayed.body).toString()).toBe(recorded?.body);
    expect(replayed).toMatchObject({ headers: recorded?.headers });
  });

  test('stays in clear if credentials are kept', () => {
    const payload = {
      request: { ...GET, headers: [bearer(TOKEN)] },
      response: { ...answer, body, bodyEncoding: 'utf8' as const },
      calls: [],
    };
    expect(sealPayload(payload, { ...seal, credentials: 'keep' }, testSealer).response?.body).toBe(body);
  });
});

test.for([
  ['/reset-password/aZ3kP09sLq7xYt1b/confirm', '/reset-password/sealed/confirm', '/reset-password/sealed/confirm'],
  [`/a/${TOKEN}`, '/a/sealed', '/a/sealed'],
  [`/a/b-${TOKEN}`, '/a/b-sealed', '/a/b-sealed'],
])('a case with the path %s belongs to the endpoint %s', ([path, operation, shown]) => {
  const settings = { operationNaming: 'path' as const, redact: [], credentials: 'seal' as const };
  const parsed = parseCase(
    { appId: 'shop', request: { method: 'GET', path, headers: [bearer(TOKEN)] }, response: null },
    { now: 0, newId: () => '1'.repeat(32), settings, sealer: testSealer },
  );
  if (!parsed.ok) throw new Error(parsed.message);
  expect(parsed.value.operation).toBe(operation);
  expect(shownSealed(parsed.value.request.path)).toBe(shown);
});
