import type { ChangingRequests } from '../../../applications/domain/baseline-setting.ts';
import type { RecordedCall, RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { setCookies } from '../../../recordings/domain/sessions/session-cookies.ts';
import { noteCredentials } from '../calls/note-credentials.ts';
import { SAFE_METHODS } from '../can-resend.ts';
import type { WhySentToBoth } from '../results/sent-to-both.ts';

interface CaseToSend {
  request: Pick<RecordedRequest, 'method'>;
  /** Null if the recording has no response, or is not read here. */
  recorded: RecordedResponse | null;
  calls: readonly Pick<RecordedCall, 'kind'>[];
  enableMock: boolean;
}

/**
 * Why a request goes to both builds; null if it is left out. The setting `changingRequests` decides about one that
 * changes data: it goes to both if each build has its own data, or if mocks answer its downstream calls, which the
 * running build shows first. A login does too, since each build issues its own credentials. `leaveOut` has no
 * exception.
 */
export function whySentToBoth(
  { request, recorded, calls, enableMock }: CaseToSend,
  { changingRequests }: { changingRequests: ChangingRequests },
): 'safe' | WhySentToBoth | null {
  if (SAFE_METHODS.has(request.method)) return 'safe';
  if (changingRequests === 'leaveOut') return null;
  if (changingRequests === 'both') return 'separateData';
  if (recorded !== null && issuesCredential(recorded)) return 'login';
  return enableMock && calls.length > 0 ? 'mocks' : null;
}

function issuesCredential(recorded: RecordedResponse): boolean {
  if (setCookies(recorded.headers, 0).some(({ value }) => value !== null)) return true;
  const issued = new Map<string, string | null>();
  noteCredentials(issued, recorded);
  return issued.size > 0;
}
