import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { jsonOfStored, storedJson, textOfStored } from '../../../../functions/platform/values/stored-json.ts';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { ResultPayload } from '../../../../functions/replay/domain/results/result-payload.ts';
import {
  type CompareSentInput,
  compareSentCaseJob,
  uncomparedSentCase,
} from '../../../../functions/replay/domain/results/sent-case.ts';
import { madeCall, noticed } from '../../../support/downstream-calls.ts';
import { TEST_KEYS, testSealer } from '../../../support/test-sealer.ts';

const JSON_TYPE: [string, string][] = [['content-type', 'application/json']];
const request: CasePayload['request'] = {
  method: 'GET',
  path: '/orders/17',
  headers: [],
  body: null,
  bodyEncoding: 'utf8',
};
const stored: CasePayload = {
  request,
  response: { status: 200, headers: JSON_TYPE, body: '{"total":10,"token":"recorded-token"}', bodyEncoding: 'utf8' },
  calls: [],
};

const CALL = {
  kind: 'http',
  target: 'stock',
  operation: 'GET /s',
  request: '{}',
  response: '{}',
  error: null,
} as const;

const input = (more: Partial<CompareSentInput> = {}): CompareSentInput => ({
  caseId: 'c1',
  stored: storedJson(stored).bytes,
  body: Buffer.from('{"total":11,"token":"replayed-token"}'),
  head: { kind: 'response', status: 200, headers: JSON_TYPE, truncated: false, durationMs: 3 },
  operation: '/orders/{id}',
  rules: [],
  settings: { redact: [], credentials: 'seal' },
  keys: TEST_KEYS,
  mapping: null,
  noticed: { calls: null, enableMock: true, recordedAt: 1, replayedAt: 2 },
  secrets: [],
  ...more,
});

describe('compareSentCaseJob', () => {
  test('compares the response of a large case, and stores both sides with sealed credentials', () => {
    const compared = compareSentCaseJob.run(input());
    if (compared === null) throw new Error('the recording is there');
    expect(compared).toMatchObject({ calls: null, mapped: 0, values: null, outcome: { method: 'GET', failure: null } });
    expect(compared.outcome.differences).toContainEqual({ kind: 'FIELD_VALUE', subject: 'total', rule: null });
    const payload = textOfStored(compared.bytes);
    expect(payload).not.toMatch(/recorded-token|replayed-token/);
    expect(payload).toContain(testSealer.seal('t', 'replayed-token'));
  });

  test('seals in its calls the credentials that the request sent, and those that its response issued', () => {
    const calls = noticed([madeCall('sent-credential', null), madeCall('replayed-token', null)]);
    const secrets = [['sent-credential', testSealer.seal('t', 'sent-credential')]] as const;
    const compared = compareSentCaseJob.run(
      input({ noticed: { calls, enableMock: true, recordedAt: 1, replayedAt: 2 }, secrets }),
    );
    expect(compared?.calls).toMatchObject({ nothing: 2 });
    const made = compared && JSON.parse(textOfStored(compared.bytes)).calls.made;
    expect(made).toMatchObject([
      { request: madeCall(testSealer.seal('t', 'sent-credential'), null).request },
      { request: madeCall(testSealer.seal('t', 'replayed-token'), null).request },
    ]);
  });

  test('compares a case that got no response', () => {
    const compared = compareSentCaseJob.run(input({ head: { kind: 'timeout', durationMs: 30_000 } }));
    expect(compared?.outcome).toMatchObject({
      hasResult: true,
      failure: 'timeout',
      differences: [{ kind: 'TIMEOUT' }],
    });
  });

  describe('of a response that is as recorded', () => {
    const plain: CasePayload = {
      request,
      response: {
        status: 200,
        headers: JSON_TYPE,
        body: `{"total":10,"text":"${'long '.repeat(200)}"}`,
        bodyEncoding: 'utf8',
      },
      calls: [],
      credentialMode: 'seal',
    };
    const headers: [string, string][] = [...JSON_TYPE, ['date', 'Sat, 28 Nov 2026 20:00:00 GMT']];
    const asRecorded = (recorded: CasePayload, more: Partial<CompareSentInput> = {}) => {
      const bytes = storedJson(recorded).bytes;
      const body = Buffer.from(recorded.response?.body ?? '');
      const head = { kind: 'response', status: 200, headers, truncated: false, durationMs: 3 } as const;
      const compared = compareSentCaseJob.run(input({ stored: bytes, body, head, ...more }));
      if (compared === null) throw new Error('the recording is there');
      const isCopied = Buffer.from(compared.bytes).includes(Buffer.from(bytes));
      return { isCopied, result: v.parse(ResultPayload, jsonOfStored(compared.bytes)) };
    };
    const bothSides = { request, recorded: plain.response, replayed: { ...plain.response, headers }, differences: [] };

    test('has the bytes of the stored case in the place of both sides', () => {
      expect(asRecorded(plain)).toEqual({ isCopied: true, result: bothSides });
    });

    test.for<[string, CasePayload, Partial<CompareSentInput>]>([
      ['is compared in another form', { ...plain, credentialMode: undefined }, {}],
      ['has calls', { ...plain, calls: [{ ...CALL, durationMs: null }] }, {}],
      [
        'has another status',
        plain,
        { head: { kind: 'response', status: 201, headers, truncated: false, durationMs: 3 } },
      ],
      ['has another body that is as good', plain, { body: Buffer.from(`${plain.response?.body} `) }],
      ['has a difference', plain, { body: Buffer.from('{"total":11}') }],
    ])('is stored whole where it %s', ([, recorded, more]) => {
      const { isCopied, result } = asRecorded(recorded, more);
      expect(isCopied).toBe(false);
      expect(result).toMatchObject({ request, recorded: { body: plain.response?.body } });
      expect(result.replayed).toMatchObject({ headers });
    });
  });

  test('is null for a recording that has expired', () => {
    expect(compareSentCaseJob.run(input({ stored: undefined }))).toBeNull();
  });
});

test('uncomparedSentCase fails a case whose comparison used up its budget, and stores no response', () => {
  const { outcome, payload, ...rest } = uncomparedSentCase('/orders/{id}', request);
  expect(outcome).toEqual({
    operation: '/orders/{id}',
    method: 'GET',
    hasResult: true,
    failure: null,
    differences: [{ kind: 'UNCLASSIFIED', subject: 'response', rule: null }],
    truncated: true,
  });
  expect(rest).toEqual({ calls: null, mapped: 0, shared: [], version: null });
  expect(JSON.parse(textOfStored(payload.bytes))).toMatchObject({
    request,
    recorded: null,
    replayed: null,
    differences: [{ note: 'comparing the responses exceeds the time or memory limit of a case' }],
  });
});
