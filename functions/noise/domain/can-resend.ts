import type { SendableCase } from '../../recordings/domain/recorded-request-job.ts';

/** Safe methods (RFC 9110 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Whether a request may be sent again: if it is safe, if its downstream calls are mocked, or if the application allows
 * it (interface 3.1 a).
 */
export const canResend = (
  { request, calls }: SendableCase,
  { resendUnsafe, enableMock }: { resendUnsafe: boolean; enableMock: boolean },
): boolean => SAFE_METHODS.has(request.method) || resendUnsafe || (enableMock && calls > 0);
