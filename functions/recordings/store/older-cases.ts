import type { CaseHead } from '../domain/recorded-case.ts';
import type { CaseFilter } from './case-lists.ts';

/** Maximum recordings that are counted. */
const MAX_COUNTED = 1000;

/** The recordings of an endpoint that were made before a time. */
export interface OlderCases {
  /** At most MAX_COUNTED. */
  count: number;
  /** There are more than were counted. */
  isCut: boolean;
  /** How many of them are pinned, which never expire. */
  pinned: number;
  /** Epoch ms at which the last one expires; null if there is none, or one that never does. */
  endsAt: number | null;
}

/**
 * Creates the function that counts the recordings of an endpoint made before a time (epoch ms). `shorterByMs` is how
 * much shorter than the service an application keeps recordings.
 */
export function olderCases(
  newest: (appId: string, operation: string, filter: CaseFilter & { limit: number }) => Promise<CaseHead[]>,
  expiryOf: (head: CaseHead) => number,
  shorterByMs: (appId: string) => Promise<number>,
) {
  return async function olderThan(appId: string, operation: string, time: number): Promise<OlderCases> {
    const [found, pinned, shorterBy] = await Promise.all([
      newest(appId, operation, { to: time, limit: MAX_COUNTED + 1 }),
      newest(appId, operation, { pinnedOnly: true, limit: MAX_COUNTED }),
      shorterByMs(appId),
    ]);
    const olderPinned = pinned.filter(({ recordedAt }) => recordedAt < time).filter(isOlder(time)).length;
    const older = found.filter(isOlder(time));
    const expiries = older.filter((head) => !head.pinned).map(expiryOf);
    return {
      count: Math.min(older.length, MAX_COUNTED),
      isCut: found.length > MAX_COUNTED,
      pinned: olderPinned,
      endsAt: olderPinned > 0 || expiries.length === 0 ? null : Math.max(...expiries) - shorterBy,
    };
  };
}

/** What a person accepted is as old as its acceptance. */
const isOlder =
  (time: number) =>
  ({ accepted }: CaseHead): boolean =>
    accepted === undefined || accepted.at < time;
