import { describe, expect, test } from 'vitest';
import { storedJson } from '../../../../functions/platform/values/stored-json.ts';
import type { CasePayload, RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import type { ResultPayload } from '../../../../functions/replay/domain/results/result-payload.ts';
import { sentRequestJob } from '../../../../functions/replay/domain/results/sent-request-job.ts';
import { mapRequestJob, noteCaseJob, relearnJob } from '../../../../functions/replay/domain/results/value-jobs.ts';
import { noteCase, withAllNoted } from '../../../../functions/replay/domain/values/note-case.ts';
import { noteSent, sentAt } from '../../../../functions/replay/domain/values/sent-values.ts';
import { addMapping, sessionValues, valueMap } from '../../../../functions/replay/domain/values/session-values.ts';
import { TEST_KEYS } from '../../../support/test-sealer.ts';

const request = (method: string, path: string, more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method,
  path,
  headers: [],
  body: null,
  bodyEncoding: 'utf8',
  ...more,
});
const answer = (json: unknown, status = 201) => ({
  status,
  headers: [['content-type', 'application/json'] as [string, string]],
  body: JSON.stringify(json),
  bodyEncoding: 'utf8' as const,
});
const from = { planItemId: 'p:0', place: 'POST /orders $.id' };
const mapping = { recorded: '17', replayed: '42', thing: 'order', from };

describe('noteCaseJob', () => {
  const payload: CasePayload = { request: request('GET', '/orders/17'), response: answer({ id: 17 }, 200), calls: [] };
  const noted = (stored: Uint8Array | undefined) =>
    noteCaseJob.run({
      caseId: 'c1',
      stored,
      settings: { redact: [], credentials: 'seal' },
      keys: TEST_KEYS,
      values: sessionValues(),
      position: 3,
    });

  test('notes of a large case what is noted of a small one', () => {
    const values = sessionValues();
    noteCase(values, payload, 3);
    expect(sentAt(withAllNoted(values).sent, '17', 'order')).toEqual({ first: 3, last: 3 });
    expect(noted(storedJson(payload).bytes)).toEqual(values);
  });

  test('notes of a case without a response what it sends', () => {
    const values = noted(storedJson({ ...payload, response: null }).bytes);
    expect(values && sentAt(values.sent, '17', 'order')).toEqual({ first: 3, last: 3 });
    expect(values?.recorded).toEqual(sessionValues().recorded);
  });

  test('is null for a case whose bytes have expired', () => {
    expect(noted(undefined)).toBeNull();
  });
});

test('mapRequestJob replaces the recorded values of a request', () => {
  const map = valueMap(1000);
  addMapping(map, mapping);
  const mapped = mapRequestJob.run({ request: request('GET', '/orders/17'), maps: [map], address: null });
  expect(mapped.request.path).toBe('/orders/42');
  expect(mapped.used).toEqual([{ ...mapping, path: '@request.path' }]);
});

describe('relearnJob', () => {
  const created: ResultPayload = {
    request: request('POST', '/orders', { body: '{}' }),
    recorded: answer({ id: 17 }),
    replayed: answer({ id: 42 }),
    differences: [],
  };
  const relearned = (stored: Uint8Array | undefined) => {
    const values = sessionValues();
    noteSent(values.sent, request('GET', '/orders/17'), 1);
    const exchange = { values, run: valueMap(1000), planItemId: 'p:0', position: 0, operation: '/orders', rules: [] };
    const side = 'target';
    const learned = relearnJob.run({ ...exchange, side, stored });
    return learned && [...learned.values.own.byValue.values()].map((one) => [one.recorded, one.replayed]);
  };

  test('learns the id that a stored response issued and a later request sends', () => {
    expect(relearned(storedJson(created).bytes)).toEqual([['17', '42']]);
  });

  test.for<[what: string, payload: ResultPayload]>([
    ['that got no response', { ...created, replayed: null }],
    ['that was recorded without one', { ...created, recorded: null }],
    ['that failed', { ...created, replayed: answer({ id: 42 }, 500) }],
  ])('learns nothing of a request %s', ([, payload]) => {
    expect(relearned(storedJson(payload).bytes)).toEqual([]);
  });

  test('is null for a result whose bytes have expired', () => {
    expect(relearned(undefined)).toBeNull();
  });
});

describe('sentRequestJob', () => {
  const result: ResultPayload = {
    request: request('GET', '/orders/17'),
    sent: request('GET', '/orders/42'),
    recorded: null,
    replayed: null,
    differences: [],
    mapped: [
      { ...mapping, path: '@request.path' },
      { ...mapping, path: 'parent', recorded: '18', replayed: '43' },
    ],
  };

  test('reads the request as it was sent, with the values that it was sent with', () => {
    const before = sentRequestJob.run({ stored: storedJson(result).bytes, side: 'target' });
    expect(before?.request).toEqual(result.sent);
    expect(before?.aliases).toHaveLength(1);
    expect(before?.aliases).toMatchObject([{ recorded: '17', replayed: '42' }]);
  });

  test('reads the request as it was sent to the running build', () => {
    const before = sentRequestJob.run({
      stored: storedJson({
        ...result,
        baseline: {
          recorded: null,
          sent: request('GET', '/orders/99'),
          mapped: [{ ...mapping, path: '@request.path', replayed: '99' }],
        },
      }).bytes,
      side: 'baseline',
    });
    expect(before?.request.path).toBe('/orders/99');
    expect(before?.aliases).toMatchObject([{ recorded: '17', replayed: '99' }]);
    expect(sentRequestJob.run({ stored: storedJson(result).bytes, side: 'baseline' })).toBeNull();
  });

  test('is null for a request that was sent as recorded, or has expired', () => {
    const { sent: _, ...asRecorded } = result;
    expect(sentRequestJob.run({ stored: storedJson(asRecorded).bytes, side: 'target' })).toBeNull();
    expect(sentRequestJob.run({ stored: undefined, side: 'target' })).toBeNull();
  });
});
