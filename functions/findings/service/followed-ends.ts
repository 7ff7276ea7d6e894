import { type ExpectationEnd, nextEnd } from '../../compare/domain/expected/expectation-end.ts';
import type { expectationEnds } from '../../compare/store/expectation-ends.ts';

/** What an expected change shows of its recordings; times in ISO-8601. */
interface Followed {
  id: string;
  ended: boolean;
  older: { endsAt: string | null };
}

/**
 * When expected changes ended, by their ids; changes that hold are absent. Notes what is new, such as a recording that
 * was pinned since: nothing else notices an end, since recordings expire without a trace.
 */
export async function followedEnds(
  appId: string,
  items: readonly Followed[],
  { expectationEnds: ends, now }: { expectationEnds: ReturnType<typeof expectationEnds>; now(): number },
): Promise<Map<string, number>> {
  const known = await ends.known(appId);
  const changed = new Map<string, ExpectationEnd>();
  const ended = new Map<string, number>();
  for (const { id, ended: hasEnded, older } of items) {
    const before = known.get(id);
    const endsAt = older.endsAt === null ? null : Date.parse(older.endsAt);
    const end = nextEnd(before, { ended: hasEnded, endsAt }, now());
    if (end === undefined) continue;
    if (end.endedAt !== null) ended.set(id, end.endedAt);
    if (end.endsAt !== before?.endsAt || end.endedAt !== before.endedAt) changed.set(id, end);
  }
  if (changed.size > 0) await ends.note(appId, changed);
  return ended;
}
