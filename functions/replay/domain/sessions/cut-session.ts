import { setCookies } from '../../../recordings/domain/sessions/session-cookies.ts';
import { isRefusal } from './logouts-last.ts';
import type { SessionCoverage } from './session-completion.ts';

/** The subject of the finding that stands for all requests of sessions without a login. */
export const CUT_SUBJECT = 'session without its login';

/** What the target has shown so far of a session whose login was never recorded. */
export interface CutSession {
  /** It does not know the credential of the session. */
  isRefused: boolean;
  /** It answered a request with that credential as recorded. */
  isAccepted: boolean;
}

/**
 * Whether requests of sessions without a login are judged apart. Where most sessions lack it, the whole run lacks its
 * credentials, which is the failure of its environment.
 */
export const areCutApart = ({ cut, total }: Pick<SessionCoverage, 'cut' | 'total'>): boolean =>
  cut > 0 && cut * 2 <= total;

/** A response with its session cookies. */
interface Answer {
  status: number;
  headers: readonly (readonly [string, string])[];
}

/**
 * Notes how the target answered a request with a credential that no recorded response issued. 401 says that it does not
 * know the credential, unless that was recorded too. Another refusal, and a session cookie that was not recorded, say
 * so only of a credential that it has not accepted before. `recorded`: null if it is not known.
 */
export function noteAnswer(
  session: CutSession,
  recordedStatus: number | null,
  recorded: Pick<Answer, 'headers'> | null,
  answer: Answer | null,
  now: number,
): void {
  if (answer === null || recordedStatus === null || isRefusal(recordedStatus)) return;
  const isNewSession =
    recorded !== null && setCookies(recorded.headers, now).length === 0 && setCookies(answer.headers, now).length > 0;
  const isRefused = answer.status === 401 || (!session.isAccepted && (isRefusal(answer.status) || isNewSession));
  if (isRefused) session.isRefused = true;
  else if (answer.status === recordedStatus) session.isAccepted = true;
}
