import { expect, test } from 'vitest';
import type { ResultPayload } from '../../../../functions/replay/domain/results/result-payload.ts';
import { shownResult, shownSides } from '../../../../functions/replay/domain/results/shown-result.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const [one, other] = ['one', 'other'].map((text) => testSealer.seal('t', text));
const difference = { kind: 'FIELD_VALUE' as const, subject: 'token', path: 'token', rule: null };
const result: ResultPayload = {
  request: {
    method: 'GET',
    path: `/?token=%${one}`,
    headers: [['cookie', `a=${one}`]],
    body: null,
    bodyEncoding: 'utf8',
  },
  recorded: {
    status: 200,
    headers: [['set-cookie', `a=${one}; Path=/`]],
    body: `{"token":"${one}"}`,
    bodyEncoding: 'utf8',
  },
  replayed: { status: 200, headers: [], body: `{"token":"${other}","same":"Bearer ${one}"}`, bodyEncoding: 'utf8' },
  // The values of a difference are cut.
  differences: [{ ...difference, recorded: `"${one}"`, replayed: `"${other?.slice(0, 30)}` }],
};

test('shownResult shows that values are sealed', () => {
  expect(shownResult(result)).toEqual({
    request: { ...result.request, path: '/?token=sealed', headers: [['cookie', 'a=sealed']] },
    recorded: { ...result.recorded, headers: [['set-cookie', 'a=sealed; Path=/']], body: '{"token":{"sealed":true}}' },
    replayed: { ...result.replayed, body: '{"token":{"sealed":true},"same":"Bearer sealed"}' },
    differences: [{ ...difference, recorded: '{"sealed":true}', replayed: '"sealed' }],
  });
});

test('shownSides shows another value differently', () => {
  const { recorded, replayed } = shownSides(result);
  expect([recorded?.body, replayed?.body]).toEqual([
    '{"token":"sealed"}',
    '{"token":"sealed (other)","same":"Bearer sealed"}',
  ]);
  expect(JSON.stringify(shownSides(result))).not.toContain('sealed.v1');
});
