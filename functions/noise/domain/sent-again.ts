import type { CasePayload } from '../../recordings/domain/recorded-case.ts';

/** Methods that change nothing (RFC 9110 9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a request may be sent once more: a safe one, one whose downstream calls are mocked, or any where the application says so (interface 3.1 a). */
export const mayBeSentAgain = (
  { request, calls }: Pick<CasePayload, 'request' | 'calls'>,
  { resendUnsafe, enableMock }: { resendUnsafe: boolean; enableMock: boolean },
): boolean => SAFE_METHODS.has(request.method) || resendUnsafe || (enableMock && calls.length > 0);
