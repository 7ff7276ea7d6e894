import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { World } from '../../platform/world.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { RefusedRequest } from '../domain/hints/hints-of.ts';
import { type FixedNames, type SentCredential, sentCredentialJob } from '../domain/hints/sent-credential.ts';

/** Maximum refused requests of a round that are looked at, and how many at the same time. */
const MAX_REFUSED = 1000;
const AT_ONCE = 25;

/** A refused request before it is known who issued its token. */
export type LookedAt = Omit<RefusedRequest, 'isIssued' | 'isOfRefusedLogin'> & {
  keys: readonly string[] | null;
  /** Keys of the credentials that its recorded response issued. */
  issued: readonly string[];
};

interface RefusedRequestsParts extends Pick<World, 'work'> {
  results: ResultStore;
  recordings: RecordingStore;
}

/**
 * Creates the function that reads with which credentials refused requests were sent; the first of them in the order of
 * the plan.
 */
export function refusedRequests({ results, recordings, work }: RefusedRequestsParts) {
  async function lookAt(
    plan: ReplayPlan,
    round: number,
    { item, chunk }: PlacedItem,
    fixed: FixedNames,
  ): Promise<LookedAt | null> {
    const found = await results.findUnread(plan, round, chunk, item);
    if (found === undefined) return null;
    const { head, stored } = found;
    const [recorded, read] = await Promise.all([
      undefinedIfDamaged(recordings.find(head.caseId)),
      work.run(sentCredentialJob, async () => ({ stored: await stored.bytes(), fixed }), { bytes: stored.size }),
    ]);
    if (!read.ok || read.value === null) return null;
    const credential: SentCredential['kind'] = head.loggedIn ? 'replaced' : read.value.kind;
    return {
      operation: head.outcome.operation,
      method: head.outcome.method,
      status: head.replayedStatus ?? 0,
      credential,
      expiresAt: read.value.expiresAt ?? recorded?.credentialExpiresAt ?? null,
      replayedAt: head.replayedAt ?? null,
      keys: credential === 'token' ? keysOf(recorded) : [],
      // A page that sets a cookie is not a login.
      issued: recorded?.method === 'GET' ? [] : (recorded?.credentials?.issued ?? []),
    };
  }

  return async function read(
    plan: ReplayPlan,
    round: number,
    refused: readonly PlacedItem[],
    fixed: FixedNames,
  ): Promise<LookedAt[]> {
    const items = refused.toSorted((a, b) => a.item - b.item).slice(0, MAX_REFUSED);
    const looked: LookedAt[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE).map((item) => lookAt(plan, round, item, fixed));
      for (const one of await Promise.all(some)) if (one !== null) looked.push(one);
    }
    return looked;
  };
}

/** Keys of the credentials of a recorded request; null if it is gone, or none of them has a key. */
function keysOf(recorded: CaseHead | undefined): readonly string[] | null {
  const { sent = [], tokens = [] } = recorded?.credentials ?? {};
  const keys = [...sent, ...tokens];
  return keys.length === 0 ? null : keys;
}
