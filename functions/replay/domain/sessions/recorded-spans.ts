import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { isLogout, isRefusal } from './logouts-last.ts';

type Recorded = Pick<CaseHead, 'recordedAt' | 'durationMs' | 'status' | 'endsSession' | 'credentials'>;

/** A request with the times, in epoch ms, at which it begins and ends in the recorded order. */
export interface InRecordedOrder<T> {
  one: T;
  span: [begin: number, end: number];
}

/** How long a logout may have been under way whose duration was not recorded. */
const UNKNOWN_LOGOUT_MS = 1000;

/**
 * The recorded order of requests, which are sorted by time. A logout comes after the requests with its credential that
 * were recorded while it was under way and were accepted: sent after it, they would be refused.
 */
export function recordedOrder<T extends Recorded>(cases: readonly T[]): InRecordedOrder<T>[] {
  const behind = new Map<T, InRecordedOrder<T>[]>();
  const ordered: InRecordedOrder<T>[] = [];
  const add = (entry: InRecordedOrder<T>) => {
    ordered.push(entry);
    for (const logout of behind.get(entry.one) ?? []) add(logout);
  };
  for (const [at, one] of cases.entries()) {
    const span = spanOf(one);
    const beside = isLogout(one) ? lastAcceptedBeside(one, cases, at) : undefined;
    if (beside === undefined) {
      add({ one, span });
      continue;
    }
    const [, begin] = spanOf(beside);
    behind.set(beside, [...(behind.get(beside) ?? []), { one, span: [begin, Math.max(begin, span[1])] }]);
  }
  return ordered;
}

/** When a request began and ended. */
export const spanOf = ({ recordedAt, durationMs }: Pick<CaseHead, 'recordedAt' | 'durationMs'>): [number, number] => [
  recordedAt,
  recordedAt + (durationMs ?? 0),
];

/** When a logout had been answered at the latest, epoch ms; null for any other request. */
export const logoutEnd = (one: Pick<CaseHead, 'recordedAt' | 'durationMs' | 'endsSession'>): number | null =>
  isLogout(one) ? one.recordedAt + (one.durationMs ?? UNKNOWN_LOGOUT_MS) : null;

function lastAcceptedBeside<T extends Recorded>(logout: T, cases: readonly T[], at: number): T | undefined {
  const answeredAt = logoutEnd(logout) ?? logout.recordedAt;
  const destroyed = logout.credentials?.sent ?? [];
  let last: T | undefined;
  for (let index = at + 1; index < cases.length; index++) {
    const other = cases[index];
    if (other === undefined || other.recordedAt > answeredAt) break;
    const isSame = other.credentials?.sent.some((key) => destroyed.includes(key));
    // It may be the next login, with the same cookie.
    if (isSame && logout.durationMs === null && (other.credentials?.issued.length ?? 0) > 0) break;
    if (isSame && !isRefusal(other.status) && !isLogout(other)) last = other;
  }
  return last;
}
