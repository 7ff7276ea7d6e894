import { describe, expect, test } from 'vitest';
import { compareResponses } from '../../../functions/compare/domain/compare-responses.ts';
import type { OutboundOutcome } from '../../../functions/platform/outbound/outbound.ts';
import { testSealer } from '../../support/test-sealer.ts';
import { bytesOf, compareTwo, differencesIn, rulesOf } from './compare-two.ts';

const answer = (status: number, body = '{"a":1}', truncated = false): OutboundOutcome => ({
  kind: 'response',
  status,
  headers: [['content-type', 'application/json']],
  body: bytesOf(body),
  truncated,
  durationMs: 3,
});
const compared = (status: number, replayed: OutboundOutcome, body = '{"a":1}') =>
  compareResponses(
    { status, headers: [['content-type', 'application/json']], body: bytesOf(body) },
    replayed,
    rulesOf(),
  );

describe('the comparison of statuses (spec 3.3, interface 2.4)', () => {
  test.for<[number, number, string[]]>([
    [200, 200, []],
    [500, 500, []],
    [404, 404, []],
    [504, 504, []],
    [200, 500, ['SERVER_ERROR 500']],
    [200, 502, ['SERVER_ERROR 502']],
    [500, 503, ['SERVER_ERROR 503']],
    [200, 599, ['SERVER_ERROR 599']],
    [200, 504, ['TIMEOUT 504']],
    [200, 404, ['NOT_FOUND 404']],
    [200, 401, ['UNAUTHORIZED 401']],
    [200, 403, ['FORBIDDEN 403']],
    [200, 429, ['RATE_LIMITED 429']],
  ])('reports %d -> %d without other differences', ([recorded, replayed, expected]) => {
    const body = recorded === replayed ? '{"a":1}' : '<html>';
    expect(differencesIn(compared(recorded, answer(replayed, body)))).toEqual(expected);
  });

  test.for<[number, number, string[]]>([
    [200, 201, ['UNCLASSIFIED 201', 'FIELD_VALUE a']],
    [200, 302, ['UNCLASSIFIED 302', 'FIELD_VALUE a']],
    [200, 418, ['UNCLASSIFIED 418', 'FIELD_VALUE a']],
    [500, 200, ['UNCLASSIFIED 200', 'FIELD_VALUE a']],
    [404, 400, ['UNCLASSIFIED 400', 'FIELD_VALUE a']],
    [200, 600, ['UNCLASSIFIED 600', 'FIELD_VALUE a']],
    [404, 404, ['FIELD_VALUE a']],
  ])('compares the bodies too for %d -> %d', ([recorded, replayed, expected]) => {
    expect(differencesIn(compared(recorded, answer(replayed, '{"a":2}')))).toEqual(expected);
  });

  test.for<[OutboundOutcome, string]>([
    [{ kind: 'timeout', durationMs: 1 }, 'TIMEOUT timeout'],
    [{ kind: 'connection-failure', failure: 'refused', durationMs: 1 }, 'CONNECTION_FAILURE refused'],
    [{ kind: 'connection-failure', failure: 'reset', durationMs: 1 }, 'CONNECTION_FAILURE reset'],
    [{ kind: 'connection-failure', failure: 'dns', durationMs: 1 }, 'CONNECTION_FAILURE dns'],
    [{ kind: 'connection-failure', failure: 'tls', durationMs: 1 }, 'CONNECTION_FAILURE tls'],
  ])('reports the outcome %o', ([outcome, expected]) => {
    expect(differencesIn(compared(200, outcome))).toEqual([expected]);
  });

  test('shows both statuses', () => {
    expect(compared(200, answer(503)).differences[0]).toMatchObject({ recorded: '200', replayed: '503', path: '503' });
  });
});

describe('the comparison of bodies (interface 2.4)', () => {
  test.for<[string, string, string, string[]]>([
    ['both empty', '', '', []],
    ['nothing replayed', '{"a":1}', '', ['EMPTY_RESPONSE response']],
    ['only white space replayed', '{"a":1}', ' \n', ['EMPTY_RESPONSE response']],
    ['nothing recorded', '', '{"a":1}', ['NEW_FIELD $']],
    ['nothing recorded, text replayed', '', 'hello', ['NEW_FIELD $']],
    [
      'nothing recorded, a secret replayed',
      '',
      '{"user":{"password":"x"}}',
      ['NEW_FIELD $', 'SENSITIVE_FIELD user.password'],
    ],
    ['JSON became HTML', '{"a":1}', '<!doctype html><p>oops', ['RESPONSE_FORMAT response']],
    ['JSON became text', '{"a":1}', 'oops', ['RESPONSE_FORMAT response']],
    ['JSON became broken JSON', '{"a":1}', '{"a":1', ['RESPONSE_FORMAT response']],
    ['JSON became JSON and more', '{"a":1}', '{"a":1}x', ['RESPONSE_FORMAT response']],
    ['text became JSON', 'fine', '{"a":1}', ['RESPONSE_FORMAT response']],
    ['the same broken JSON', '{"a":1', '{"a":1', []],
    ['other broken JSON', '{"a":1', '{"a":2', ['UNSTRUCTURED_CONTENT response']],
    ['JSON scalars', '"a"', '"b"', ['FIELD_VALUE $']],
    ['empty object and null', '{}', 'null', ['FIELD_TYPE $']],
  ])('gives the right differences: %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed))).toEqual(expected);
  });

  test.for<[string, string | Uint8Array, string | Uint8Array, string | [string, string], string[]]>([
    ['HTML differs', '<html><p>1', '<html><p>2', 'text/html', ['FIELD_VALUE html.p']],
    ['HTML differs in white space', '<html>\n <p>1', '<html> <p>1\n', 'text/html', []],
    ['text differs', 'one', 'two', 'text/plain', ['UNSTRUCTURED_CONTENT response']],
    ['text that looks like a number', '12', '12.0', 'text/plain', ['UNSTRUCTURED_CONTENT response']],
    ['JSON whatever the header says', '{"a":1}', '{"a":2}', 'text/plain', ['FIELD_VALUE a']],
    [
      'JSON with another header',
      '{"a":1}',
      '{ "a":1}',
      ['application/json', 'text/html'],
      ["FIELD_VALUE @headers['content-type']"],
    ],
    ['PDF differs', '%PDF-1.7 a', '%PDF-1.7 b', 'application/pdf', ['UNSTRUCTURED_CONTENT response']],
    ['PDF became PNG', '%PDF-1.7 a', '\x89PNG\r\n', 'application/pdf', ['RESPONSE_FORMAT response']],
    [
      'bytes differ',
      Uint8Array.of(0, 1),
      Uint8Array.of(0, 2),
      'application/octet-stream',
      ['UNSTRUCTURED_CONTENT response'],
    ],
    ['bytes are the same', Uint8Array.of(0, 1), Uint8Array.of(0, 1), 'application/octet-stream', []],
  ])('gives the right differences by content type: %s', ([, recorded, replayed, contentType, expected]) => {
    const raw = (body: string | Uint8Array) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    expect(differencesIn(compareTwo(raw(recorded), raw(replayed), rulesOf(), contentType))).toEqual(expected);
  });

  test('shows bytes by their digest', () => {
    const [difference] = compareTwo(Uint8Array.of(0, 1), Uint8Array.of(0, 2), rulesOf(), 'image/x').differences;
    expect(difference?.recorded).toMatch(/^2 bytes, sha256 [0-9a-f]{64}$/);
  });

  test.for<[string, string]>([
    ['{"a":1}', '{"a":1}'],
    ['{"a":1}', '{"a":'],
    ['', '{"a":'],
  ])('never passes a cut answer: %s and %s', ([recorded, replayed]) => {
    const comparison = compared(200, answer(200, replayed, true), recorded);
    expect(differencesIn(comparison)).toEqual(['UNCLASSIFIED response']);
  });
});

describe('the search for sensitive fields (interface 2.4)', () => {
  test.for<[string, string, string[]]>([
    ['by name', '{"password":"x"}', ['SENSITIVE_FIELD password']],
    [
      'without case, _ and -',
      '{"Access_Token":1,"API-KEY":2}',
      ['SENSITIVE_FIELD Access_Token', "SENSITIVE_FIELD ['API-KEY']"],
    ],
    [
      'inside a new subtree',
      '{"user":{"contacts":[{"mobile":"1"}]}}',
      ['NEW_FIELD user', 'SENSITIVE_FIELD user.contacts[*].mobile'],
    ],
    ['a sensitive subtree is one', '{"address":{"email":"x"}}', ['SENSITIVE_FIELD address']],
    ['part of a name', '{"passwordPolicy":1}', ['NEW_FIELD passwordPolicy']],
    ['a private key', '{"k":"-----BEGIN RSA PRIVATE KEY-----\\nMIIE"}', ['SENSITIVE_FIELD k']],
    ['a public key', '{"k":"-----BEGIN PUBLIC KEY-----\\nMIIE"}', ['NEW_FIELD k']],
    [
      'a JWT',
      `{"k":"${['{"alg":"HS256","typ":"JWT"}', '{"sub":"1234567890"}', 'sig'].map((p) => Buffer.from(p).toString('base64url')).join('.')}"}`,
      ['SENSITIVE_FIELD k'],
    ],
    [
      'a JWT that was sealed',
      `{"k":"${testSealer.seal('t', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig')}"}`,
      ['SENSITIVE_FIELD k'],
    ],
    ['a credential that was removed', '{"k":"[redacted]"}', ['SENSITIVE_FIELD k']],
    ['a cloud access key', '{"k":"AKIAIOSFODNN7EXAMPLE"}', ['SENSITIVE_FIELD k']],
    ['a card number', '{"k":"4111 1111 1111 1111"}', ['SENSITIVE_FIELD k']],
    ['a card number written as a number', '{"k":4111111111111111}', ['SENSITIVE_FIELD k']],
    ['sixteen digits that fail Luhn', '{"k":"4111111111111112"}', ['NEW_FIELD k']],
    ['a resident id', '{"k":"11010519491231002X"}', ['SENSITIVE_FIELD k']],
    ['a resident id with a wrong check digit', '{"k":"110105194912310021"}', ['NEW_FIELD k']],
  ])('gives the right differences for a new field: %s', ([, replayed, expected]) => {
    expect(differencesIn(compareTwo('{}', replayed))).toEqual(expected);
  });

  test.for<[string, string, string, string[]]>([
    [
      'a list that grew by elements like the others',
      '[{"id":1,"email":"a"}]',
      '[{"id":1,"email":"a"},{"id":2,"email":"b"}]',
      ['ARRAY_LENGTH $'],
    ],
    [
      'a list that grew by an element with more in it',
      '[{"id":1}]',
      '[{"id":1},{"id":2,"email":"b"}]',
      ['ARRAY_LENGTH $', 'SENSITIVE_FIELD [*].email'],
    ],
    ['a value that became an object', '{"u":null}', '{"u":{"phone":1}}', ['FIELD_TYPE u', 'SENSITIVE_FIELD u.phone']],
    ['a recorded one that changed', '{"email":"a"}', '{"email":"b"}', ['FIELD_VALUE email']],
    ['a recorded one that is missing', '{"email":"a"}', '{}', ['FIELD_MISSING email']],
  ])('gives the right differences for %s', ([, recorded, replayed, expected]) => {
    expect(differencesIn(compareTwo(recorded, replayed))).toEqual(expected);
  });
});

describe('the comparison of headers', () => {
  const withHeaders = (
    recorded: [string, string][],
    replayed: [string, string][],
    ...rules: Parameters<typeof rulesOf>
  ) =>
    differencesIn(
      compareResponses(
        { status: 200, headers: recorded, body: bytesOf('{}') },
        { kind: 'response', status: 200, headers: replayed, body: bytesOf('{}'), truncated: false, durationMs: 1 },
        rulesOf(...rules),
      ),
    );
  const asked = (path: string) => ({ kind: 'include-only', target: 'response-headers', path }) as const;

  test.for<[string, [string, string][], [string, string][], Parameters<typeof rulesOf>, string[]]>([
    ['not asked for', [['etag', '1']], [['etag', '2']], [], []],
    [
      'asked for',
      [
        ['ETag', '1'],
        ['date', '1'],
      ],
      [
        ['etag', '2'],
        ['date', '2'],
      ],
      [asked('etag')],
      ['FIELD_VALUE @headers.etag', 'FIELD_VALUE @headers.date (r0)'],
    ],
    [
      'gone',
      [['cache-control', 'no-store']],
      [],
      [asked("['cache-control']")],
      ["FIELD_MISSING @headers['cache-control']"],
    ],
    [
      'the same, in another case and order',
      [
        ['A', '1'],
        ['b', '2'],
      ],
      [
        ['B', '2'],
        ['a', '1'],
      ],
      [asked('*')],
      [],
    ],
    [
      'repeated',
      [
        ['link', 'a'],
        ['link', 'b'],
      ],
      [['link', 'a']],
      [asked('link')],
      ['ARRAY_LENGTH @headers.link'],
    ],
    ['asked for of a body', [['etag', '1']], [['etag', '2']], [{ kind: 'include-only', path: 'etag' }], []],
  ])('gives the right differences: %s', ([, recorded, replayed, rules, expected]) => {
    expect(withHeaders(recorded, replayed, ...rules)).toEqual(expected);
  });
});
