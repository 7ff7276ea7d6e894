import type { RecordedCall, RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { setCookies } from '../../../recordings/domain/sessions/session-cookies.ts';
import { noteCredentials } from '../calls/note-credentials.ts';
import { SAFE_METHODS } from '../can-resend.ts';

interface CaseToSend {
  request: Pick<RecordedRequest, 'method'>;
  /** Null if the recording has no response, or is not read here. */
  recorded: RecordedResponse | null;
  calls: readonly Pick<RecordedCall, 'kind'>[];
  enableMock: boolean;
}

/**
 * Whether a request goes to both builds. One that changes data does if each build has its own (setting separateData), or if
 * mocks answer its downstream calls, which the running build shows first. A login does, since each build issues its own.
 */
export function whyLeftOut(
  { request, recorded, calls, enableMock }: CaseToSend,
  { separateData }: { separateData: boolean },
): 'left out' | 'needs mocks' | null {
  if (SAFE_METHODS.has(request.method) || separateData || (recorded !== null && issuesCredential(recorded)))
    return null;
  return enableMock && calls.length > 0 ? 'needs mocks' : 'left out';
}

function issuesCredential(recorded: RecordedResponse): boolean {
  if (setCookies(recorded.headers, 0).some(({ value }) => value !== null)) return true;
  const issued = new Map<string, string | null>();
  noteCredentials(issued, recorded);
  return issued.size > 0;
}
