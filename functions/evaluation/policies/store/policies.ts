import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { bound } from '../../../platform/table/bound.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Query, World, Write } from '../../../platform/world.ts';
import { ulidOf } from '../../domain/identifiers.ts';
import {
  MAX_ACTIVE_POLICIES,
  MAX_POLICIES,
  newPolicy,
  type OnlinePolicy,
  type PolicyVersion,
  policyStatus,
} from '../../domain/policies/online-policy.ts';
import type { PolicyBody } from '../../domain/policies/online-policy-body.ts';
import { POLICY_WORK, policyOf, policyRows, policyVersionOfRow } from './policy-rows.ts';

const Counts = v.object({ total: v.number(), active: v.number() });

/**
 * Each try is lost to a write of others that went through; of those that make policies there are not more than
 * policies.
 */
const RETRY = { subject: 'the policies', maxTries: MAX_POLICIES + 20 };

export type PolicyRefusal = 'name_conflict' | 'limit_reached';
interface Policies extends Pick<World, 'table' | 'now' | 'newId'> {
  rows: ReturnType<typeof policyRows>;
}

/** Online policies and their versions (evaluation 3.13). For keys see policy-rows.ts. */
export function policyStore({ table, now, newId }: Pick<World, 'table' | 'now' | 'newId'>, tenant: string) {
  const policies: Policies = { table, now, newId, rows: policyRows(tenant) };
  return {
    ...bound(policies, { find, stored, writeOf, move, create, version, versions, page }),
    change: <R extends Refusal<string>>(policyId: string, decide: Decide<R>) => change(policies, policyId, decide),
  };
}

type Decide<R> = (policy: OnlinePolicy) => Promise<{ ok: true; value: OnlinePolicy } | R>;

/** Includes deleted policies. */
async function stored({ table, rows }: Policies, policyId: string): Promise<OnlinePolicy | undefined> {
  const item = await table.get(rows.policyKey(policyId));
  return item && policyOf(item);
}

async function find(policies: Policies, policyId: string): Promise<OnlinePolicy | undefined> {
  const policy = await stored(policies, policyId);
  return policy?.deleted_at === null ? policy : undefined;
}

/**
 * The write that replaces a policy on condition that it has not changed since it was read. Status and name must stay
 * the same.
 */
function writeOf({ rows }: Policies, before: OnlinePolicy, after: OnlinePolicy): Write {
  return {
    put: rows.policyRow({ ...after, revision: before.revision + 1 }),
    when: { revision: { equals: before.revision } },
  };
}

/** Writes a policy with all dependent rows. False if a concurrent write was faster. */
async function write(
  policies: Policies,
  before: OnlinePolicy | null,
  after: OnlinePolicy,
): Promise<Result<boolean, PolicyRefusal>> {
  const { table, rows } = policies;
  const item = await table.get(rows.countsKey);
  const counts = item === undefined ? { total: 0, active: 0 } : v.parse(Counts, item);
  const [were, are] = [countsOf(before), countsOf(after)];
  const [total, active] = [counts.total - were.total + are.total, counts.active - were.active + are.active];
  if (are.total > were.total && total > MAX_POLICIES)
    return refuse('limit_reached', `There can be at most ${MAX_POLICIES} policies.`);
  if (are.active > were.active && active > MAX_ACTIVE_POLICIES)
    return refuse('limit_reached', `At most ${MAX_ACTIVE_POLICIES} policies are active.`);
  const [oldName, newName] = [nameOf(before), nameOf(after)];
  if (newName !== null && newName !== oldName && (await table.get(rows.nameKey(newName))) !== undefined)
    return refuse('name_conflict', 'A policy with this name already exists.');
  const { policy_id, policy_version, spec, updated_at: created_at, created_by } = after;
  const versioned = { policy_id, version: after.version, policy_version, spec, created_at, created_by };
  const written = await table.transact([
    before === null ? { put: rows.policyRow(after), when: 'absent' } : writeOf(policies, before, after),
    ...(total === counts.total && active === counts.active
      ? []
      : [
          {
            put: { ...rows.countsKey, total, active },
            when:
              item === undefined
                ? ('absent' as const)
                : { total: { equals: counts.total }, active: { equals: counts.active } },
          },
        ]),
    ...(oldName === newName
      ? []
      : [
          ...(oldName === null ? [] : [{ remove: rows.nameKey(oldName) }]),
          ...(newName === null ? [] : [{ put: { ...rows.nameKey(newName), policy_id }, when: 'absent' as const }]),
        ]),
    // A policy consists of JSON values only.
    ...(before?.version === after.version
      ? []
      : [{ put: { ...rows.versionKey(policy_id, after.version), ...versioned } as never, when: 'absent' as const }]),
  ]);
  return accept(written);
}

/** Replaces a policy whose status and name stay the same. False if a concurrent write was faster. */
function move(policies: Policies, before: OnlinePolicy, after: OnlinePolicy): Promise<boolean> {
  return policies.table.transact([writeOf(policies, before, after)]);
}

function create(
  policies: Policies,
  body: PolicyBody,
  created_by: string,
): Promise<Result<OnlinePolicy, PolicyRefusal>> {
  return retryOnConflict(async () => {
    const at = policies.now();
    const policy = newPolicy(body, { policy_id: `pol_${ulidOf(at, policies.newId())}`, created_by, now: at });
    const written = await write(policies, null, policy);
    if (!written.ok) return written;
    return written.value ? accept(policy) : CONFLICT;
  }, RETRY);
}

/**
 * Changes a policy as `decide` says of how it is stored, again where it was moved in the meantime; undefined where
 * there is none.
 */
function change<R extends Refusal<string>>(
  policies: Policies,
  policyId: string,
  decide: Decide<R>,
): Promise<{ ok: true; value: OnlinePolicy } | R | Refusal<PolicyRefusal> | undefined> {
  return retryOnConflict(async () => {
    const before = await find(policies, policyId);
    if (before === undefined) return undefined;
    const decided = await decide(before);
    if (!decided.ok) return decided;
    const written = await write(policies, before, decided.value);
    if (!written.ok) return written;
    return written.value ? decided : CONFLICT;
  }, RETRY);
}

/** Content of a version, including versions of deleted policies. */
async function version({ table, rows }: Policies, policyId: string, number: number): Promise<PolicyVersion> {
  const item = await table.get(rows.versionKey(policyId, number));
  if (item === undefined) throw new Error('a version of a policy no longer exists');
  return policyVersionOfRow(item);
}

/** Versions of a policy, newest first. */
async function versions(
  { table, rows }: Policies,
  policyId: string,
  { limit, after }: { limit: number; after: string | null },
) {
  const wanted = { descending: true, limit, ...(after !== null && { after }) };
  const { items, next } = await table.query({ pk: rows.pkOf(policyId), prefix: 'V#', ...wanted });
  return { items: items.map(policyVersionOfRow), next };
}

/** Policies that are not deleted, newest first. On AWS a new policy may be missing for a moment. */
async function page({ table, rows }: Policies, { limit, after }: { limit: number; after: string | null }) {
  const query: Query = { index: 'i1', pk: rows.list, descending: true, limit };
  const { items, next } = await table.query(after === null ? query : { ...query, after });
  return { items: items.map(policyOf), next };
}

function countsOf(policy: OnlinePolicy | null): { total: number; active: number } {
  if (policy === null || policy.deleted_at !== null) return { total: 0, active: 0 };
  return { total: 1, active: Number(policyStatus(policy) === 'active') };
}

const nameOf = (policy: OnlinePolicy | null): string | null => (policy?.deleted_at === null ? policy.name : null);

const Due = v.object({ tenant: v.string(), policy_id: v.string(), backfill_id: v.optional(v.string()) });

/** Due policies and backfills of all tenants, longest due first. */
export async function dueWork(table: World['table'], now: number, after: string | null) {
  const query: Query = { index: 'i2', pk: POLICY_WORK, to: paddedTime(now + 1), limit: 100 };
  const { items, next } = await table.query(after === null ? query : { ...query, after });
  return { work: items.map((item) => v.parse(Due, item)), next };
}
