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
  let taken = 0;

  /** Writes the payload, which is not a case before its head is there. */
  async function prepare({ head: rest, payload }: StoredCase, { session, links }: InferredSession, intake: string) {
    const head: CaseHead = { ...rest, session, intake };
    const stored = await payloads.write(head, payload);
    const size = (await payloads.sizeOf(stored)) + Buffer.byteLength(JSON.stringify(head));
    return { head, stored, size, links };
  }
  type Prepared = Awaited<ReturnType<typeof prepare>>;

  async function add({ head, stored, size, links }: Prepared): Promise<'accepted' | 'duplicate'> {
    const expiresAt = head.pinned ? undefined : expiryOf(head);
    const added = await table.transact([
      { put: { ...headRow(tenant, head, expiresAt, size), ...linkedKeys(links) }, when: 'absent' },
      { put: { ...payloadKey(tenant, head.caseId), ...stored, expiresAt } },
      ...sessions.rows(head.appId, links, expiresAt),
    ]);
    if (!added) await payloads.release(stored);
    return added ? 'accepted' : 'duplicate';
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
    // Submitted in one turn: the count costs no fsync of its own.
    const [settled] = await Promise.all([
      Promise.allSettled(prepared.map((one) => (one === null ? ('duplicate' as const) : add(one)))),
      count(prepared.filter(isNew), 1),
    ]);
    const isStored = settled.map((one) => one.status === 'fulfilled' && one.value === 'accepted');
    const others = prepared.filter((_, at) => !isStored[at]).filter(isNew);
    if (others.length > 0) await count(others, -1);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    for (const appId of new Set(cases.map(({ head }) => head.appId))) await removeOldest(appId);
    return Promise.all(cases.map(({ head }, at) => (isStored[at] ? 'accepted' : knownCase(table, tenant, head))));
  };
}

/** The keys of the links that a case wrote, so that they stay and go with it. */
const linkedKeys = (links: InferredSession['links']) => (links.length > 0 ? { links: links.map(([key]) => key) } : {});

const isNew = <T>(one: T | null): one is T => one !== null;
