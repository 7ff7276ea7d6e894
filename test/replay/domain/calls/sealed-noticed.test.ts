import { describe, expect, test } from 'vitest';
import { callSealer, issuedBefore, sealedNoticed } from '../../../../functions/replay/domain/calls/sealed-noticed.ts';
import { addMapping, sessionValues, valueMap } from '../../../../functions/replay/domain/values/session-values.ts';
import { madeCall, noticed, recordedCall } from '../../../support/downstream-calls.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const TOKEN = 'token-of-the-session';
const sealed = testSealer.seal('t', TOKEN);
const from = { planItemId: 'p:0', place: 'POST /login $.token' };

describe('callSealer', () => {
  test('seals the credentials of a request in every text of a call', () => {
    const call = recordedCall(TOKEN, { response: JSON.stringify({ of: TOKEN }), error: `no ${TOKEN}` });
    const after = callSealer([[TOKEN, sealed]], testSealer)(call);
    expect(JSON.stringify(after)).not.toContain(TOKEN);
    expect(after).toMatchObject({
      request: JSON.stringify({ command: 'GET', args: [sealed] }),
      response: JSON.stringify({ of: sealed }),
      error: `no ${sealed}`,
    });
  });

  test('seals the id in a signed cookie, which stores have alone', () => {
    const id = 'abcdefghijklmnop0123';
    const cookie = `s:${id}.${'x'.repeat(43)}`;
    const seal = callSealer([[cookie, testSealer.seal('t', cookie)]], testSealer);
    expect(seal(recordedCall(`sess:${id}`)).request).toBe(
      JSON.stringify({ command: 'GET', args: [`sess:${testSealer.seal('t', id)}`] }),
    );
  });

  test('leaves a call as it is without credentials', () => {
    const call = recordedCall(TOKEN);
    expect(callSealer([], testSealer)(call)).toBe(call);
  });
});

test('sealedNoticed seals the credentials in all noticed calls, and keeps what else was noticed', () => {
  const before = noticed([madeCall(TOKEN, null), madeCall('public', 0)], { isReported: true, isUnanswered: true });
  const after = sealedNoticed(before, [[TOKEN, sealed]], testSealer);
  expect(after).toEqual({ ...before, calls: [madeCall(sealed, null), madeCall('public', 0)] });
});

describe('issuedBefore', () => {
  test('has the credentials that responses of one side issued, with their texts', () => {
    const values = sessionValues();
    values.issued.replayed.set(sealed, null);
    values.issued.recorded.set(testSealer.seal('t', 'recorded-token'), null);
    expect(issuedBefore(values, valueMap(1000), 'replayed', testSealer)).toEqual([[TOKEN, sealed]]);
    expect(values.issued.replayed.get(sealed)).toBe(TOKEN);
  });

  test('opens a credential once', () => {
    const values = sessionValues();
    values.issued.recorded.set(sealed, TOKEN);
    const closed = { open: () => expect.unreachable('it is known') };
    expect(issuedBefore(values, valueMap(1000), 'recorded', closed)).toEqual([[TOKEN, sealed]]);
  });

  test('has no text for what is not a text, or does not open', () => {
    const values = sessionValues();
    const json = testSealer.seal('j', '{"a":1}');
    values.issued.recorded.set(json, null);
    values.issued.recorded.set(sealed, null);
    const foreign = { open: (one: string) => (one === sealed ? null : testSealer.open(one)) };
    expect(issuedBefore(values, valueMap(1000), 'recorded', foreign)).toEqual([
      ['', json],
      ['', sealed],
    ]);
  });

  test('has the sealed values that stand for each other in the session and in the run', () => {
    const [ofSession, ofRun] = ['mapped-in-the-session', 'mapped-in-the-run'].map((text) => testSealer.seal('t', text));
    const values = sessionValues();
    const run = valueMap(100_000);
    addMapping(values.own, { recorded: sealed, replayed: ofSession ?? '', thing: null, from });
    addMapping(values.own, { recorded: '17', replayed: '42', thing: 'order', from });
    addMapping(run, { recorded: 'plain', replayed: ofRun ?? '', thing: null, from });
    expect(issuedBefore(values, run, 'replayed', testSealer)).toEqual([
      ['mapped-in-the-session', ofSession],
      ['mapped-in-the-run', ofRun],
    ]);
    expect(issuedBefore(values, run, 'recorded', testSealer)).toEqual([[TOKEN, sealed]]);
  });
});
