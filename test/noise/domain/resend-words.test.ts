import { describe, expect, test } from 'vitest';
import { canResend } from '../../../functions/noise/domain/can-resend.ts';
import { resendWords } from '../../../functions/noise/domain/resend-words.ts';
import type { SendableCase } from '../../../functions/recordings/domain/recorded-request-job.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE'];
const caseOf = (method: string): SendableCase => ({
  request: { method, path: '/', headers: [], body: null, bodyEncoding: 'utf8' },
  calls: 0,
});

describe('the words for requests that may be sent twice (interface 3.1 a)', () => {
  test('off: each is sent once', () => {
    expect(resendWords('off', { resendUnsafe: true })).toContain('sent once');
  });

  test.for(['rules', 'ai'] as const)(
    '%s: they name exactly the methods that are always sent again',
    (noiseReduction) => {
      const settings = { resendUnsafe: false, enableMock: true };
      const words = resendWords(noiseReduction, settings);
      expect(METHODS.filter((method) => words.includes(method))).toEqual(
        METHODS.filter((method) => canResend(caseOf(method), settings)),
      );
      expect(words).toContain('downstream calls');
    },
  );

  test('an application that allows unsafe methods: every method', () => {
    expect(canResend(caseOf('POST'), { resendUnsafe: true, enableMock: false })).toBe(true);
    expect(resendWords('rules', { resendUnsafe: true })).toContain('whatever its method');
  });
});
