import { expect, test } from 'vitest';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { compareSentCase } from '../../../../functions/replay/domain/results/sent-case.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const JWT = [{ alg: 'HS256', typ: 'JWT' }, { sub: '1234567890' }, 'signature']
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const LONG_JWT = JWT.replace('.', `.${Buffer.from(`{"long":"${'x'.repeat(8000)}"`).toString('base64url')}`);

/** The differences of a response that was recorded as `{}`, with credentials handled as the setting says. */
function differencesOf(body: string, credentials: 'seal' | 'remove' | 'keep', type = 'application/json') {
  const headers: [string, string][] = [['content-type', type]];
  const { outcome } = compareSentCase(
    {
      operation: '/a',
      request: { method: 'GET', path: '/a', headers: [], body: null, bodyEncoding: 'utf8' },
      recorded: { status: 200, headers, body: type === 'application/json' ? '{}' : '<r/>', bodyEncoding: 'utf8' },
      stored: null,
      replayed: {
        kind: 'response',
        status: 200,
        headers,
        body: Buffer.from(body),
        truncated: false,
        durationMs: 1,
      },
      settings: { redact: [], credentials },
      mapping: null,
      recordedCalls: [],
      noticed: { calls: null, enableMock: true, recordedAt: 1, replayedAt: 2 },
      secrets: [],
    },
    compileRules([], '/a'),
    testSealer,
  );
  return outcome.differences.map(({ kind, subject }) => `${kind} ${subject}`);
}

/** A JWT was NEW_FIELD while responses were compared after sealing, which hides what it looks like. */
test.for<[string, string[]]>([
  [JSON.stringify({ k: JWT }), ['SENSITIVE_FIELD k']],
  [JSON.stringify({ k: `Bearer ${JWT}` }), ['SENSITIVE_FIELD k']],
  [JSON.stringify({ k: LONG_JWT }), ['SENSITIVE_FIELD k']],
  [JSON.stringify({ user: { links: [{ k: JWT }] } }), ['NEW_FIELD user', 'SENSITIVE_FIELD user.links[*].k']],
  [JSON.stringify({ my_service_token: 'abc' }), ['SENSITIVE_FIELD my_service_token']],
  [JSON.stringify({ k: 'words', n: 12 }), ['NEW_FIELD k', 'NEW_FIELD n']],
])('a new field with a credential is sensitive, also when sealed: %s', ([body, expected]) => {
  expect(differencesOf(body, 'seal')).toEqual(expected);
  expect(differencesOf(body, 'remove')).toEqual(expected);
});

test('a kept credential is sensitive by its name or value', () => {
  expect(differencesOf(JSON.stringify({ k: JWT }), 'keep')).toEqual(['SENSITIVE_FIELD k']);
});

test('a new element of XML with a JWT is sensitive', () => {
  expect(differencesOf(`<r><k>${JWT}</k></r>`, 'seal', 'application/xml')).toEqual(['SENSITIVE_FIELD r.k']);
});
