import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { Item, World } from '../../platform/world.ts';
import { EXPECTED_PREFIX } from '../domain/expected/expectation-ids.ts';
import { ExpectedChange } from '../domain/expected/expected-change.ts';
import { CompareRule } from '../domain/rules/rules.ts';

/** Number of applications whose parsed rules stay cached between polls. */
const CACHE_SIZE = 200;

/** Rules written by one transaction, which also checks one row. */
const WRITE_BATCH_SIZE = 99;

const Import = v.object({ importId: v.string() });

/** What an application has of its own. */
export interface StoredRules {
  rules: readonly CompareRule[];
  expected: readonly ExpectedChange[];
}

export type RuleRows = ReturnType<typeof ruleRows>;

/** The rows of an application's rules, and of an import of rules (see `ruleStore`). */
export function ruleRows({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const keyOf = (appId: string, ruleId: string) => ({
    pk: applicationKey(tenant, appId),
    sk: `RULE#${ruleId}`,
  });

  const cache = parseCache<StoredRules>(CACHE_SIZE);

  /** Undefined if another process has just turned it into rows. */
  async function imported(row: Item): Promise<CompareRule[] | undefined> {
    const rules = await values.read(row);
    return rules === undefined ? undefined : v.parse(v.array(CompareRule), rules);
  }

  /** The application's rules and expected changes; the same object as before if they have not changed. */
  async function listAll(appId: string): Promise<StoredRules> {
    const rows = await Array.fromAsync(queryAll(table, { pk: keyOf(appId, '').pk, prefix: 'RULE#' }));
    const underImport = rows[0]?.sk === 'RULE#' ? rows.shift() : undefined;
    const over = underImport ? await imported(underImport) : [];
    if (over === undefined) return listAll(appId);
    return cache(appId, JSON.stringify([rows, over]), () => {
      const isExpected = ({ sk }: Item) => sk.startsWith(`RULE#${EXPECTED_PREFIX}`);
      const stored = rows.filter((row) => !isExpected(row)).map((row) => v.parse(CompareRule, row));
      return {
        rules: over.length > 0 ? together(stored, over) : stored,
        expected: rows.filter(isExpected).map((row) => v.parse(ExpectedChange, row)),
      };
    });
  }

  /** The application's rules; the same array as before if they have not changed. */
  const list = async (appId: string): Promise<readonly CompareRule[]> => (await listAll(appId)).rules;

  /** Turns a written import into rows; idempotent across processes. */
  async function finishImport(appId: string): Promise<void> {
    const row = await table.get(keyOf(appId, ''));
    if (row === undefined) return;
    const { importId } = v.parse(Import, row);
    const stillThere = { importId: { equals: importId } };
    const rules = together([], (await imported(row)) ?? []);
    for (let first = 0; first < rules.length; first += WRITE_BATCH_SIZE) {
      const some = rules.slice(first, first + WRITE_BATCH_SIZE);
      const written = await table.transact([
        { check: keyOf(appId, ''), when: stillThere },
        ...some.map((rule) => ({ put: { ...keyOf(appId, rule.ruleId), ...rule } })),
      ]);
      if (!written) return;
    }
    await table.remove(keyOf(appId, ''), { when: stillThere });
    if (typeof row.blob === 'string') await blobs.remove(row.blob);
  }

  return {
    values,
    keyOf,
    list,
    listAll,
    finishImport,
  };
}

/** Merges rules over the stored ones, in the order of their rows. */
export function together(stored: readonly CompareRule[], over: readonly CompareRule[]): CompareRule[] {
  const byId = new Map([...stored, ...over].map((rule) => [rule.ruleId, rule]));
  return [...byId.values()].sort((a, b) => compareText(a.ruleId, b.ruleId));
}
