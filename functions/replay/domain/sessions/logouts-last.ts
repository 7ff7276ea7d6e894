import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';

type Sent = Pick<CaseHead, 'session' | 'status' | 'recordedAt' | 'durationMs' | 'credentials' | 'endsSession'>;

/**
 * Orders the requests of each session so that those that destroy its credential come after all others, in the recorded
 * order among themselves. Requests that follow from them stay behind them: those that were refused with the destroyed
 * credential, and those that send what a request behind issued. A revocation after which the same credential was
 * accepted has destroyed another one, and stays where it is. So do requests without a session.
 */
export function logoutsLast<T extends Sent>(cases: readonly T[]): T[] {
  const ordered = [...cases];
  const inSessions = [...cases.keys()].filter((at) => (cases[at]?.session ?? null) !== null);
  for (const positions of Map.groupBy(inSessions, (at) => cases[at]?.session).values()) {
    const session = lastOnesLast(positions.flatMap((at) => cases[at] ?? []));
    for (const [index, at] of positions.entries()) {
      const one = session[index];
      if (one) ordered[at] = one;
    }
  }
  return ordered;
}

/** Whether a request destroys the credential that it sends. */
export const isLogout = ({ endsSession }: Pick<CaseHead, 'endsSession'>): boolean => endsSession === 'logout';

/**
 * Whether a request ends its session: it destroys the credential that it sends, or revokes one with which no later
 * request of the session was accepted.
 */
export const endsOwnSession = (one: Sent, session: readonly Sent[]): boolean =>
  isLogout(one) || (one.endsSession === 'revocation' && !isAcceptedAfter(one, session));

function lastOnesLast<T extends Sent>(session: readonly T[]): T[] {
  const first: T[] = [];
  const last: T[] = [];
  const destroyed = new Set<string>();
  const issuedBehind = new Set<string>();
  for (const one of session) {
    const isEnd = endsOwnSession(one, session);
    const { sent = [], tokens = [], issued = [] } = one.credentials ?? {};
    const isRefused = isRefusal(one.status) && sent.some((key) => destroyed.has(key));
    const isBehind = isEnd || isRefused || [...sent, ...tokens].some((key) => issuedBehind.has(key));
    (isBehind ? last : first).push(one);
    if (isEnd) for (const key of sent) destroyed.add(key);
    if (isBehind) for (const key of issued) issuedBehind.add(key);
  }
  return [...first, ...last];
}

/** Whether a request that began when this one had been answered was accepted with the same credential. */
function isAcceptedAfter<T extends Sent>({ recordedAt, durationMs, credentials }: T, session: readonly T[]): boolean {
  const answeredAt = recordedAt + (durationMs ?? 0);
  return session.some(
    (other) =>
      other.recordedAt > answeredAt &&
      !isRefusal(other.status) &&
      other.credentials?.sent.some((key) => credentials?.sent.includes(key)),
  );
}

/** What an application answers without a valid credential: a refusal, or the way to its login. */
export const isRefusal = (status: number | null): boolean =>
  status === 401 || status === 403 || (status !== null && status >= 300 && status < 400 && status !== 304);
