import { describe, expect, test } from 'vitest';
import { resendWords } from '../../../functions/noise/domain/resend-words.ts';
import { canResend } from '../../../functions/replay/domain/can-resend.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE'];
describe('the words for requests that may be sent twice (interface 3.1 a)', () => {
  test('off: each is sent once', () => {
    expect(resendWords('off', { resendUnsafe: true })).toContain('sent once');
  });

  test.for(['rules', 'ai'] as const)(
    '%s: they name exactly the methods that are always sent again',
    (noiseReduction) => {
      const settings = { resendUnsafe: false };
      const words = resendWords(noiseReduction, settings);
      expect(METHODS.filter((method) => words.includes(method))).toEqual(
        METHODS.filter((method) => canResend(method, undefined, settings)),
      );
      expect(words).toContain('downstream calls');
    },
  );

  test('an application that allows unsafe methods: every method', () => {
    expect(canResend('POST', undefined, { resendUnsafe: true })).toBe(true);
    expect(resendWords('rules', { resendUnsafe: true })).toContain('regardless of its method');
  });
});
