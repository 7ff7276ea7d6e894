import { describe, expect, test } from 'vitest';
import { canResend } from '../../../functions/noise/domain/can-resend.ts';

describe('what may be sent once more (interface 3.1 a)', () => {
  test.for<[boolean, string, number, { resendUnsafe?: boolean; enableMock?: boolean }]>([
    [true, 'GET', 0, {}],
    [true, 'HEAD', 0, {}],
    [true, 'OPTIONS', 0, {}],
    [false, 'POST', 0, {}],
    [false, 'PUT', 0, {}],
    [false, 'PATCH', 0, {}],
    [false, 'DELETE', 0, {}],
    [false, 'get', 0, {}],
    [true, 'POST', 1, {}],
    [false, 'POST', 1, { enableMock: false }],
    [true, 'POST', 0, { resendUnsafe: true }],
    [true, 'DELETE', 0, { resendUnsafe: true, enableMock: false }],
  ])('%s: %s with %i recorded calls, %j', ([may, method, calls, settings]) => {
    expect(
      canResend(
        {
          request: { method, path: '/', headers: [], body: null, bodyEncoding: 'utf8' },
          calls,
        },
        { resendUnsafe: false, enableMock: true, ...settings },
      ),
    ).toBe(may);
  });
});
