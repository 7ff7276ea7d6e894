import { describe, expect, test } from 'vitest';
import { categoryOf, foundMocker, prefetchedMocker } from '../../../functions/arex/domain/found-mocker.ts';
import { wrappedResponse } from '../../../functions/recordings/domain/importers/arex/http-response-wrapper.ts';

const ASKED = { recordId: 'AREX-1', operationName: 'query', categoryType: { name: 'Database' } };
const ROWS = { body: '[{"id":1}]', type: 'java.util.ArrayList', attributes: { size: 1 } };

/** What is stored of a call whose answer is an object of Java. */
const storedCall = (asked?: unknown) => JSON.stringify({ asked, arex: ROWS });

/** What another recorder stores: the status, headers and body alone. */
const OF_ANOTHER_RECORDER = JSON.stringify({ status: 200, headers: [], body: '{}', bodyEncoding: 'utf8' });

describe('foundMocker', () => {
  test('answers a query with the recorded object of Java, and repeats what was asked', () => {
    expect(foundMocker(ASKED, storedCall())).toEqual({ ...ASKED, targetResponse: ROWS });
  });

  test('answers an HTTP call with the wrapper that the agent recorded', () => {
    const type = 'io.arex.inst.httpclient.common.HttpResponseWrapper';
    const wrapper = {
      statusLine: 'HTTP/1.1 201 Created',
      statusCode: 201,
      content: Buffer.from('{"id":1}').toString('base64'),
      headers: [{ f: 'Content-Type', s: 'application/json' }],
    };
    const response = wrappedResponse({ type, body: JSON.stringify(wrapper), attributes: {} });
    expect(response).toMatchObject({ status: 201, body: '{"id":1}' });
    const found = foundMocker(ASKED, JSON.stringify(response))?.targetResponse as typeof ROWS;
    expect(found).toMatchObject({ type, attributes: {} });
    expect(JSON.parse(found.body)).toEqual(wrapper);
  });

  test('answers with null where the recorded answer was null', () => {
    const response = JSON.stringify({ arex: { body: null, type: null } });
    expect(foundMocker(ASKED, response)?.targetResponse).toEqual({ body: null, type: null, attributes: {} });
  });

  test.for<[what: string, response: string]>([
    ['of another recorder', OF_ANOTHER_RECORDER],
    ['that is not JSON', 'x'],
    ['that is not an object', '[1]'],
  ])('has no mocker for an answer %s', ([, response]) => {
    expect(foundMocker(ASKED, response)).toBeNull();
  });
});

describe('prefetchedMocker', () => {
  test('is the recorded question with its answer, under the position of the call and the record', () => {
    expect(prefetchedMocker('AREX-2', 3, storedCall(ASKED))).toEqual({
      ...ASKED,
      id: '3',
      recordId: 'AREX-2',
      targetResponse: ROWS,
    });
  });

  test.for<[what: string, response: string]>([
    ['without a recorded question', storedCall()],
    ['whose question is not an object', storedCall('query')],
    ['with a question and the answer of another recorder', JSON.stringify({ asked: ASKED, status: 200, body: '{}' })],
    ['of another recorder', OF_ANOTHER_RECORDER],
    ['that is not JSON', 'x'],
  ])('is null for a call %s', ([, response]) => {
    expect(prefetchedMocker('AREX-2', 0, response)).toBeNull();
  });
});

describe('categoryOf', () => {
  test.for<[mocker: Record<string, unknown>, category: string]>([
    [{ categoryType: { name: 'Redis' } }, 'Redis'],
    [{ categoryType: { name: 7 } }, ''],
    [{ categoryType: 'Redis' }, ''],
    [{}, ''],
  ])('of %j is "%s"', ([mocker, category]) => {
    expect(categoryOf(mocker)).toBe(category);
  });
});
