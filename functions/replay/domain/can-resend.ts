import { isAnsweredByMocks } from './calls/answered-by-mocks.ts';
import type { CallCounts } from './calls/result-calls.ts';

/** Safe methods (RFC 9110 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Whether a request may be sent again: if it is safe, if every downstream call of its first replay was answered from
 * the recording, or if the application allows it (interface 3.1 a). `calls`: of the first replay; undefined without
 * any.
 */
export const canResend = (
  method: string,
  calls: CallCounts | undefined,
  { resendUnsafe }: { resendUnsafe: boolean },
): boolean => SAFE_METHODS.has(method) || resendUnsafe || isAnsweredByMocks(calls);
