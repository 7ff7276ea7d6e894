import * as v from 'valibot';
import { appPart } from '../../applications/domain/application-key.ts';
import { intactRows } from '../../platform/table/intact-rows.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Item, Key, Table, Write } from '../../platform/world.ts';
import {
  type CaseOfSession,
  type InferredSession,
  inferSessions,
  type SessionLink,
  wantedLinks,
} from '../domain/sessions/infer-sessions.ts';

/** Maximum rows per read of the table. */
const BATCH = 1000;

const Link = v.object({
  session: v.string(),
  caseId: v.string(),
  recordedAt: v.number(),
  from: v.optional(v.array(v.string()), []),
});

/** The case that issued a credential, and its session. */
const linkKey = (tenant: string, appId: string, key: string): Key => ({
  pk: partitionOf('caseSessions', tenant, appPart(appId), key),
  sk: 'LINK',
});

const linkRow = (
  key: Key,
  { session, caseId, recordedAt, from }: SessionLink,
  expiresAt: number | undefined,
): Item => ({
  ...key,
  session,
  caseId,
  recordedAt,
  ...(from.length > 0 && { from: [...from] }),
  ...(expiresAt !== undefined && { expiresAt }),
});

/**
 * Stores to which session a credential belongs (`T#<tenant>#CASESESSION#<app>#<key>` / `LINK`): written together with
 * the case that issues it, and expiring with it. A later case that issues the same credential replaces the row.
 */
export function sessionLinks(table: Table, tenant: string) {
  /** The links of keys of an application; those without an issuing case, or that have expired, are absent. */
  async function find(appId: string, keys: Iterable<string>): Promise<Map<string, SessionLink>> {
    const wanted = [...new Set(keys)];
    const found = new Map<string, SessionLink>();
    for (let at = 0; at < wanted.length; at += BATCH) {
      const some = wanted.slice(at, at + BATCH);
      const wantedRows = some.map((key) => linkKey(tenant, appId, key));
      const rows = await intactRows(table, wantedRows);
      for (const [index, key] of some.entries()) {
        const row = rows[index];
        if (row) found.set(key, v.parse(Link, row));
      }
    }
    return found;
  }

  return {
    find,

    /** The sessions of cases, with one batched read per application; none is written. */
    async infer<C extends CaseOfSession & { appId: string }>(cases: readonly C[]): Promise<Map<C, InferredSession>> {
      const sessions = new Map<C, InferredSession>();
      for (const [appId, some] of Map.groupBy(cases, (one) => one.appId)) {
        const known = await find(appId, some.flatMap(wantedLinks));
        for (const [at, inferred] of inferSessions(some, known).entries()) {
          const one = some[at];
          if (one) sessions.set(one, inferred);
        }
      }
      return sessions;
    },

    /** The rows of links, to be written with their case. */
    rows: (appId: string, links: InferredSession['links'], expiresAt: number | undefined) =>
      links.map(([key, link]) => ({ put: linkRow(linkKey(tenant, appId, key), link, expiresAt) })),

    /** Lets the links of a case expire at another time, or never. */
    async keep(appId: string, caseId: string, keys: readonly string[], expiresAt: number | undefined): Promise<void> {
      const when = { caseId: { equals: caseId } };
      await Promise.all(keys.map((key) => table.update(linkKey(tenant, appId, key), { expiresAt }, { when })));
    },

    /** The writes that move the links of a case to other keys. */
    async renamed(
      appId: string,
      caseId: string,
      links: readonly string[],
      keys: ReadonlyMap<string, string>,
      expiresAt: number | undefined,
    ): Promise<Write[]> {
      const moved = links.filter((link) => (keys.get(link) ?? link) !== link);
      const found = await find(appId, moved);
      return moved.flatMap((key): Write[] => {
        const link = found.get(key);
        if (link?.caseId !== caseId) return [];
        const from = link.from.map((one) => keys.get(one) ?? one);
        const put = linkRow(linkKey(tenant, appId, keys.get(key) ?? key), { ...link, from }, expiresAt);
        return [{ put }, { remove: linkKey(tenant, appId, key) }];
      });
    },

    /** Removes the links of a case that is gone. */
    async remove(appId: string, caseId: string, keys: readonly string[]): Promise<void> {
      const when = { caseId: { equals: caseId } };
      await Promise.all(keys.map((key) => table.remove(linkKey(tenant, appId, key), { when })));
    },
  };
}

/** The keys of the links that a case wrote, by the row of its head. */
export const linksOf = (headItem: Item): string[] => v.parse(v.optional(v.array(v.string()), []), headItem.links);
