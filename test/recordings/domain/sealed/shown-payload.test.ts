import { expect, test } from 'vitest';
import { shownPayload } from '../../../../functions/recordings/domain/sealed/shown-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { GET, JSON_TYPE } from './sealed-request.ts';

const one = testSealer.seal('t', 'secret');

test('shownPayload shows that values are sealed', () => {
  const call = { kind: 'http' as const, target: one, operation: `GET ${one}`, error: one, durationMs: 1 };
  const form = Buffer.concat([Buffer.from(`token\r\n\r\n${one}\r\n`), Buffer.of(255, 0)]).toString('base64');
  const shown = shownPayload({
    request: {
      ...GET,
      path: `/?a=%${one}`,
      headers: [['authorization', `Bearer ${one}`]],
      body: form,
      bodyEncoding: 'base64',
    },
    response: {
      status: 200,
      headers: [JSON_TYPE],
      body: JSON.stringify({ token: one, inner: JSON.stringify({ token: one }), note: `a ${one}` }),
      bodyEncoding: 'utf8',
    },
    calls: [{ ...call, request: JSON.stringify({ password: one }), response: JSON.stringify(`password=${one}`) }],
  });
  expect(shown).toEqual({
    request: {
      ...GET,
      path: '/?a=sealed',
      headers: [['authorization', 'Bearer sealed']],
      body: Buffer.concat([Buffer.from('token\r\n\r\nsealed\r\n'), Buffer.of(255, 0)]).toString('base64'),
      bodyEncoding: 'base64',
    },
    response: {
      status: 200,
      headers: [JSON_TYPE],
      body: '{"token":{"sealed":true},"inner":"{\\"token\\":{\\"sealed\\":true}}","note":"a sealed"}',
      bodyEncoding: 'utf8',
    },
    calls: [
      {
        ...call,
        target: 'sealed',
        operation: 'GET sealed',
        error: 'sealed',
        request: '{"password":{"sealed":true}}',
        response: '"password=sealed"',
      },
    ],
  });
});
