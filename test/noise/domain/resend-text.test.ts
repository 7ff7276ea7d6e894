import { describe, expect, test } from 'vitest';
import { resendText } from '../../../functions/noise/domain/resend-text.ts';
import { canResend } from '../../../functions/replay/domain/can-resend.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE'];
describe('resendText (interface 3.1 a)', () => {
  test('says for noise reduction off that each request is sent once', () => {
    expect(resendText('off', { resendUnsafe: true })).toContain('sent once');
  });

  test.for(['rules', 'ai'] as const)(
    'names for %s exactly the methods that are always sent again',
    (noiseReduction) => {
      const settings = { resendUnsafe: false };
      const words = resendText(noiseReduction, settings);
      expect(METHODS.filter((method) => words.includes(method))).toEqual(
        METHODS.filter((method) => canResend(method, undefined, settings)),
      );
      expect(words).toContain('downstream calls');
    },
  );

  test('says for an application with unsafe methods that every method is sent again', () => {
    expect(canResend('POST', undefined, { resendUnsafe: true })).toBe(true);
    expect(resendText('rules', { resendUnsafe: true })).toContain('regardless of its method');
  });
});
