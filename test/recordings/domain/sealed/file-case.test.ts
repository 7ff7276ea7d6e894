import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKeepingNumbers } from '../../../../functions/platform/values/json-text.ts';
import { parseCases } from '../../../../functions/recordings/domain/parse-cases.ts';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { openFileCase, sealFileCase } from '../../../../functions/recordings/domain/sealed/file-case.ts';
import { fileKeyText } from '../../../../functions/recordings/domain/sealed/file-keys.ts';
import { knownCredentials } from '../../../../functions/recordings/domain/sealed/known-credentials.ts';
import { sealerOf } from '../../../../functions/recordings/domain/sealed/sealer.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { GET, JSON_TYPE } from './sealed-request.ts';

const KEYS = fileKeyText(Buffer.alloc(32, 7));
const sealer = sealerOf(KEYS);

/** A case as a line of a file, in which calls are JSON. */
function lineOf({ calls, ...payload }: CasePayload): string {
  const texts = calls.map(
    ({ request, response, ...call }) =>
      `${JSON.stringify(call).slice(0, -1)},"request":${request},"response":${response}}`,
  );
  return `${JSON.stringify({ appId: 'shop', sealedKey: 'k', ...payload }).slice(0, -1)},"calls":[${texts.join(',')}]}`;
}

const payloadOf = (secret: string, text: string): CasePayload => {
  const body = JSON.stringify({ password: secret, pin: 4711, text, inner: JSON.stringify({ token: secret }) });
  const side = {
    headers: [JSON_TYPE, ['set-cookie', `sid=${encodeURIComponent(secret)}; Path=/`]],
    body,
    bodyEncoding: 'utf8',
  };
  const nested = JSON.stringify({ method: 'POST', path: `/?token=${encodeURIComponent(secret)}`, ...side });
  return {
    request: {
      ...GET,
      path: `/?token=${encodeURIComponent(secret)}`,
      headers: [['authorization', `Bearer x${secret.replaceAll(/\s/g, '')}`], JSON_TYPE],
      body,
    },
    response: { status: 200, headers: [JSON_TYPE], body, bodyEncoding: 'utf8' },
    calls: [
      { kind: 'http', target: 'a', operation: 'GET /', request: nested, response: nested, error: null, durationMs: 1 },
    ],
  };
};

describe('a case of a file', () => {
  test('has no credential in clear, and opens to what was recorded', () => {
    const secret = fc.oneof(
      fc.constantFrom('plain-canary', "' ", 'a+b/c==', 'q"u\\o', 'ü &<%41'),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    fc.assert(
      fc.property(secret, fc.string({ unit: 'grapheme' }), (value, text) => {
        const payload = payloadOf(value.toWellFormed(), text.toWellFormed());
        const line = lineOf(sealFileCase(payload, sealer));
        const opened = openFileCase(parseKeepingNumbers(line), sealer);
        expect(opened).toEqual(parseKeepingNumbers(lineOf(payload)));
      }),
      { numRuns: 500 },
    );
    expect(lineOf(sealFileCase(payloadOf('plain-canary', ''), sealer))).not.toMatch(/canary|4711/);
  });

  test('repeats no credential in its calls, which stay JSON', () => {
    const call = { kind: 'database' as const, target: 'shop', error: null, durationMs: 1 };
    const payload: CasePayload = {
      request: {
        ...GET,
        path: '/',
        headers: [
          ['authorization', 'Bearer plain-canary'],
          ['x-api-key', '471190210'],
        ],
        body: '',
      },
      response: null,
      calls: [
        {
          ...call,
          operation: "SELECT * FROM users WHERE token = 'plain-canary'",
          request: '{"sql":"SELECT $1","parameters":["plain-canary","471190210",471190210]}',
          response: '{"rows":[[1471190210.5,"plain-canary"]]}',
        },
      ],
    };
    const line = lineOf(sealFileCase(payload, sealer));
    expect(line).not.toMatch(/canary|"471190210"/);
    expect(openFileCase(parseKeepingNumbers(line), sealer)).toEqual(parseKeepingNumbers(lineOf(payload)));
  });

  test('is sealed under the data key at intake, and rejected with another one', () => {
    const known = knownCredentials();
    const context = {
      now: 0,
      newId: () => '1'.repeat(32),
      pinned: false,
      sealer: testSealer,
      settings: new Map(),
      known,
    };
    const entries = [{ input: parseKeepingNumbers(lineOf(sealFileCase(payloadOf('plain-canary', ''), sealer))) }];
    const parsed = parseCases(entries, { ...context, fileKeys: new Map([['k', KEYS]]) });
    const clear = [
      { input: { ...Object(parseKeepingNumbers(lineOf(payloadOf('plain-canary', '')))), sealedKey: null } },
    ];
    const same = parseCases(clear, { ...context, fileKeys: new Map() });
    expect(parsed.cases.map(({ payload }) => payload)).toEqual(same.cases.map(({ payload }) => payload));
    expect(parseCases(entries, { ...context, fileKeys: new Map() })).toMatchObject({
      cases: [],
      rejected: [{ index: 0, reason: expect.stringContaining('sealedKey cannot be opened') }],
    });
  });

  test('is rejected when invalid', () => {
    expect(openFileCase({ request: 1 }, sealer)).toBeNull();
  });
});
