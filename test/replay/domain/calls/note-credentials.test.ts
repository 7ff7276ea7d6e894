import { describe, expect, test } from 'vitest';
import { noteCredentials } from '../../../../functions/replay/domain/calls/note-credentials.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const sealed = (text: string) => testSealer.seal('t', text);
const headers = (...values: string[]) => values.map((value) => ['set-cookie', `sid=${value}; Path=/`] as const);

function noted(...responses: Parameters<typeof noteCredentials>[1][]) {
  const kept = new Map<string, string | null>();
  for (const response of responses) noteCredentials(kept, response);
  return [...kept.keys()];
}

describe('the credentials that a response issued', () => {
  test.for<[what: string, body: string | Uint8Array]>([
    ['text', `{"token":"${sealed('in-the-body')}"}`],
    ['bytes', new Uint8Array(Buffer.from(`\xff\xfe{"token":"${sealed('in-the-body')}"}`, 'latin1'))],
  ])('are kept from its headers and a body of %s', ([, body]) => {
    expect(noted({ headers: headers(sealed('in-a-header')), body })).toEqual([
      sealed('in-a-header'),
      sealed('in-the-body'),
    ]);
  });

  test.for<[what: string, body: string | Uint8Array | null]>([
    ['without a body', null],
    ['with a body in clear', '{"token":"abc"}'],
    ['with bytes in clear', new Uint8Array([1, 2, 3])],
  ])('are not found %s', ([, body]) => {
    expect(noted({ headers: headers('abc'), body })).toEqual([]);
  });

  test('are the 32 newest, where one that is issued again is new', () => {
    const all = Array.from({ length: 33 }, (_, at) => sealed(`token-number-${at}`));
    const [first = '', ...others] = all;
    const issuing = (token: string) => ({ headers: headers(token), body: null });
    expect(noted(...all.map(issuing))).toEqual(others);
    const again = [...all.slice(0, 32), first, all[32] ?? ''];
    expect(noted(...again.map(issuing))).toEqual([...all.slice(2, 32), first, all[32]]);
  });

  test('keep their text where it was opened before', () => {
    const token = sealed('opened-before');
    const kept = new Map<string, string | null>([[token, 'opened-before']]);
    noteCredentials(kept, { headers: headers(token), body: null });
    expect([...kept]).toEqual([[token, 'opened-before']]);
  });

  test('are kept up to 4,096 characters, as longer ones are whole bodies', () => {
    const [short, long] = [testSealer.seal('t', 'x'.repeat(2000)), testSealer.seal('t', 'x'.repeat(4000))];
    expect([short.length <= 4096, long.length > 4096]).toEqual([true, true]);
    expect(noted({ headers: [], body: `${long} ${short}` })).toEqual([short]);
  });
});
