import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { InferredSession } from '../domain/sessions/infer-sessions.ts';
import type { StoredCase } from '../domain/stored-case.ts';
import type { CaseParts } from './case-parts.ts';
import { headRow, payloadKey } from './case-rows.ts';
import { type AddOutcome, knownCase } from './known-cases.ts';
import type { registerCases } from './register-cases.ts';

interface IntakeParts extends CaseParts {
  now(): number;
  register: ReturnType<typeof registerCases>;
  removeOldest(appId: string): Promise<void>;
}

/** Cases that are written in one turn, so that other requests are handled in between. */
const WRITTEN_AT_ONCE = 125;

type Rows = Pick<CaseParts, 'table' | 'tenant' | 'payloads' | 'sessions' | 'expiryOf'>;

/** A case whose payload is written. */
interface Prepared {
  head: CaseHead;
  stored: { data: Uint8Array } | { blob: string };
  size: number;
  links: InferredSession['links'];
}

/**
 * Stores the rows of a case. The payload alone is not a case, and it expires. So a case of two rows needs no
 * transaction, unless its payload is there: then either the case is, or an intake that failed has left it. Where only
 * the payload is added, the head is there, and the payload goes again unless it belongs to another intake by then.
 */
async function addCase(
  { table, tenant, payloads, sessions, expiryOf }: Rows,
  { head, stored, size, links }: Prepared,
): Promise<'accepted' | 'duplicate'> {
  const expiresAt = head.pinned ? undefined : expiryOf(head);
  const headItem = { ...headRow(tenant, head, expiresAt, size), ...linkedKeys(links) };
  const { intake } = head;
  const payloadItem = { ...payloadKey(tenant, head.caseId), ...stored, intake, expiresAt };
  if (links.length === 0 && !head.pinned) {
    const added = await table.addInOrder([payloadItem, headItem]);
    if (added === 2) return 'accepted';
    if (added === 1) {
      await table.remove(payloadKey(tenant, head.caseId), { when: { intake: { equals: intake } } });
      await payloads.release(stored);
      return 'duplicate';
    }
  }
  const added = await table.transact([
    { put: headItem, when: 'absent' },
    { put: payloadItem },
    ...sessions.rows(head.appId, links, expiresAt),
  ]);
  if (!added) await payloads.release(stored);
  return added ? 'accepted' : 'duplicate';
}

/** Creates the function that stores cases in order and returns for each whether it is new; durable when resolved. */
export function caseIntake({
  table,
  tenant,
  payloads,
  sessions,
  count,
  expiryOf,
  now,
  register,
  removeOldest,
}: IntakeParts) {
  const rows = { table, tenant, payloads, sessions, expiryOf };
  let taken = 0;

  /** Writes the payload, which is not a case before its head is there. */
  async function prepare(
    { head: rest, payload }: StoredCase,
    { session, links }: InferredSession,
    intake: string,
  ): Promise<Prepared> {
    const head: CaseHead = { ...rest, session, intake };
    const stored = await payloads.write(head, payload);
    const size = (await payloads.sizeOf(stored)) + Buffer.byteLength(JSON.stringify(head));
    return { head, stored, size, links };
  }
  /** The sessions of distinct cases. */
  async function inferredOf(cases: readonly StoredCase[]): Promise<Map<StoredCase, InferredSession>> {
    const asked = cases.map((one) => {
      const { caseId, appId, recordedAt, session, credentials = null } = one.head;
      return { one, caseId, appId, recordedAt, session, credentials, resources: one.resources };
    });
    const found = await sessions.infer(asked);
    return new Map([...found].map(([{ one }, session]) => [one, session]));
  }

  return async function addStored(cases: readonly StoredCase[]): Promise<AddOutcome[]> {
    const time = paddedTime(now());
    const first = new Map(cases.toReversed().map((one) => [one.head.caseId, one]));
    const distinct = cases.filter((one) => first.get(one.head.caseId) === one);
    await register(distinct);
    const inferred = await inferredOf(distinct);
    const prepared = await Promise.all(
      cases.map((one) => {
        const session = inferred.get(one);
        return session ? prepare(one, session, `${time}-${padded(taken++ % 1e9, 9)}`) : null;
      }),
    );
    // Submitted in the turn of the first cases: the count costs no fsync of its own.
    const [settled] = await Promise.all([addInParts(rows, prepared), count(prepared.filter(isNew), 1)]);
    const isStored = settled.map((one) => one.status === 'fulfilled' && one.value === 'accepted');
    const others = prepared.filter((_, at) => !isStored[at]).filter(isNew);
    if (others.length > 0) await count(others, -1);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    for (const appId of new Set(cases.map(({ head }) => head.appId))) await removeOldest(appId);
    return Promise.all(cases.map(({ head }, at) => (isStored[at] ? 'accepted' : knownCase(table, tenant, head))));
  };
}

/** Stores the rows of cases, some at a time, and returns what became of each. */
async function addInParts(rows: Rows, prepared: readonly (Prepared | null)[]) {
  const settled: PromiseSettledResult<'accepted' | 'duplicate'>[] = [];
  for (let at = 0; at < prepared.length; at += WRITTEN_AT_ONCE) {
    const part = prepared.slice(at, at + WRITTEN_AT_ONCE);
    settled.push(...(await Promise.allSettled(part.map((one) => (one ? addCase(rows, one) : ('duplicate' as const))))));
  }
  return settled;
}

/** The keys of the links that a case wrote, so that they stay and go with it. */
const linkedKeys = (links: InferredSession['links']) => (links.length > 0 ? { links: links.map(([key]) => key) } : {});

const isNew = <T>(one: T | null): one is T => one !== null;
