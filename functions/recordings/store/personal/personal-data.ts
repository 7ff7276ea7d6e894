import * as v from 'valibot';
import { applicationKey } from '../../../applications/domain/application-key.ts';
import { queryAll } from '../../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../../platform/world.ts';
import type { PersonalFields } from '../../domain/personal/field-counts.ts';
import { addedCounts, NO_COUNTS, PersonalCounts } from '../../domain/personal/personal-data.ts';
import type { EndpointOfCase } from '../operation-register.ts';
import { sealingPasses } from './sealing-passes.ts';

const PREFIX = 'PII#';
/** Recordings of an endpoint that are looked at before samples are taken. */
const FIRST_LOOKS = 5;
/** Then one in so many. */
const SAMPLE = 100;
/** Endpoints whose recordings this process counts; beyond it begins again. */
const MAX_ENDPOINTS = 10_000;

const StoredRow = v.object({ ...PersonalCounts.entries, version: v.number() });

const keyOf = (tenant: string, { appId, method, operation }: EndpointOfCase) => ({
  pk: applicationKey(tenant, appId),
  sk: `${PREFIX}${method} ${operation}`,
});

/**
 * Stores where recordings of an application have personal data: pk `T#<tenant>#APP#<app>`, sk
 * `PII#<method> <operation>`. Most recordings neither read nor write such a row: of an endpoint, the first ones and
 * one in 100 are looked at. A process that starts reads how many were.
 */
export function personalDataStore(table: Table, tenant: string, entropy: () => string) {
  /** Recordings of each endpoint that this process has seen, and how many of the next are all looked at. */
  const seen = new Map<string, { cases: number; firstLooks: number }>();

  async function countOf(endpoint: EndpointOfCase) {
    const { pk, sk } = keyOf(tenant, endpoint);
    const name = `${pk} ${sk}`;
    const known = seen.get(name);
    if (known) return known;
    const row = await table.get({ pk, sk });
    const looked = row ? v.parse(StoredRow, row).cases : 0;
    // Processes that see few recordings each look at their share of them as well.
    const count = { cases: Number.parseInt(entropy().slice(0, 8), 16) % SAMPLE, firstLooks: FIRST_LOOKS - looked };
    if (seen.size >= MAX_ENDPOINTS) seen.clear();
    seen.set(name, count);
    return count;
  }

  return {
    /** Passes that seal stored cases. */
    passes: sealingPasses(table, tenant),

    /** Which of these cases are looked at. */
    async sampled<Case extends { head: EndpointOfCase }>(cases: readonly Case[]): Promise<Case[]> {
      const chosen: Case[] = [];
      for (const one of cases) {
        const count = await countOf(one.head);
        count.cases = (count.cases + 1) % SAMPLE;
        if (count.firstLooks-- > 0 || count.cases === 0) chosen.push(one);
      }
      return chosen;
    },

    /** Adds what cases of an endpoint showed; returns all that is known of it. */
    add: (endpoint: EndpointOfCase, cases: number, fields: PersonalFields): Promise<PersonalCounts> =>
      retryOnConflict(
        async () => {
          const key = keyOf(tenant, endpoint);
          const row = await table.get(key);
          const { version, ...before } = row ? v.parse(StoredRow, row) : { ...NO_COUNTS, version: 0 };
          const after = addedCounts(before, cases, fields);
          const when = row ? { version: { equals: version } } : 'absent';
          return (await table.put({ ...key, ...after, version: version + 1 }, { when })) ? after : CONFLICT;
        },
        { subject: 'the counts of personal data' },
      ),

    /** What is known of an application, by endpoint. */
    async of(appId: string): Promise<{ operation: string; method: string; counts: PersonalCounts }[]> {
      const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: PREFIX });
      return Array.fromAsync(rows, (row) => {
        const name = row.sk.slice(PREFIX.length);
        const blank = name.indexOf(' ');
        return { method: name.slice(0, blank), operation: name.slice(blank + 1), counts: v.parse(StoredRow, row) };
      });
    },

    /** Forgets endpoints without cases. */
    async remove(appId: string, endpoints: readonly Omit<EndpointOfCase, 'appId'>[]): Promise<void> {
      const keys = endpoints.map((endpoint) => keyOf(tenant, { appId, ...endpoint }));
      await Promise.all(keys.map((key) => table.remove(key)));
      for (const { pk, sk } of keys) seen.delete(`${pk} ${sk}`);
    },
  };
}
