import * as v from 'valibot';
import type { HeaderSettings } from '../../applications/domain/built-in-headers.ts';
import { applicationKey } from '../../applications/store/application-key.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { Item, World } from '../../platform/world.ts';
import { rulesInForce } from '../domain/rules/built-in-rules.ts';
import { CompareRule } from '../domain/rules/rules.ts';

export type RuleStore = ReturnType<typeof ruleStore>;

/** Maximum rules of one application; two concurrent additions may exceed it by one. */
export const MAX_RULES = 1000;

/** Number of applications whose parsed rules stay cached between polls. */
const CACHE_SIZE = 200;

/** Rules written by one transaction, which also checks one row. */
const WRITE_BATCH_SIZE = 99;

const Import = v.object({ importId: v.string() });

/**
 * Stores the compare rules of an application (interface 11): pk `T#<tenant>#APP#<app>`, sk `RULE#<ruleId>`. An import
 * is durable, and applies as a whole, once its row `RULE#` is written; readers merge its rules over the others, and the
 * next writer, or the importer itself, turns it into rows.
 */
export function ruleStore(
  { table, blobs, applications }: Pick<World, 'table' | 'blobs'> & { applications: ApplicationStore },
  tenant: string,
) {
  const values = inlineOrBlob(blobs);
  const keyOf = (appId: string, ruleId: string) => ({
    pk: applicationKey(tenant, appId),
    sk: `RULE#${ruleId}`,
  });

  const cache = parseCache<readonly CompareRule[]>(CACHE_SIZE);

  /** Undefined if another process has just turned it into rows. */
  async function imported(row: Item): Promise<CompareRule[] | undefined> {
    const rules = await values.read(row);
    return rules === undefined ? undefined : v.parse(v.array(CompareRule), rules);
  }

  /** The application's rules; the same array as before if they have not changed. */
  async function list(appId: string): Promise<readonly CompareRule[]> {
    const rows = await Array.fromAsync(queryAll(table, { pk: keyOf(appId, '').pk, prefix: 'RULE#' }));
    const underImport = rows[0]?.sk === 'RULE#' ? rows.shift() : undefined;
    const over = underImport ? await imported(underImport) : [];
    if (over === undefined) return list(appId);
    return cache(appId, JSON.stringify([rows, over]), () => {
      const stored = rows.map((row) => v.parse(CompareRule, row));
      return over.length > 0 ? together(stored, over) : stored;
    });
  }

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

  const inForceOf = new WeakMap<readonly CompareRule[], { settings: string; rules: readonly CompareRule[] }>();

  return {
    list,

    /**
     * The rules that comparisons and findings apply (built-in-rules.ts); the same array as before if nothing has
     * changed.
     */
    async inForce(appId: string): Promise<readonly CompareRule[]> {
      const [own, { compareHeaders, builtInRules }] = await Promise.all([list(appId), applications.settings(appId)]);
      const settings: HeaderSettings = { compareHeaders, builtInRules };
      const text = JSON.stringify(settings);
      const before = inForceOf.get(own);
      if (before?.settings === text) return before.rules;
      const rules = rulesInForce(own, settings);
      inForceOf.set(own, { settings: text, rules });
      return rules;
    },

    /** False when the application has the maximum number of rules. */
    async add(appId: string, rule: CompareRule): Promise<boolean> {
      await finishImport(appId);
      if ((await list(appId)).length >= MAX_RULES) return false;
      return table.put({ ...keyOf(appId, rule.ruleId), ...rule }, { when: 'absent' });
    },

    /**
     * Adds rules and replaces those with the same ids, all or none; null if there would be too many. Of several with one
     * id, the last counts.
     */
    async import(
      appId: string,
      importId: string,
      given: readonly CompareRule[],
    ): Promise<{ added: number; replaced: number } | null> {
      const rules = together([], given);
      const value = await values.write(`kept/${encodeURIComponent(tenant)}/rules-${importId}`, rules);
      return retryOnConflict(
        async () => {
          await finishImport(appId);
          const present = new Set((await list(appId)).map(({ ruleId }) => ruleId));
          const replaced = rules.filter(({ ruleId }) => present.has(ruleId)).length;
          const added = rules.length - replaced;
          if (present.size + added > MAX_RULES) {
            if ('blob' in value) await blobs.remove(value.blob);
            return null;
          }
          if (!(await table.put({ ...keyOf(appId, ''), importId, ...value }, { when: 'absent' }))) return CONFLICT;
          await finishImport(appId);
          return { added, replaced };
        },
        { subject: 'the rules' },
      );
    },

    async find(appId: string, ruleId: string): Promise<CompareRule | undefined> {
      return (await list(appId)).find((rule) => rule.ruleId === ruleId);
    },

    /** Gives rules of single endpoints the new names of these. */
    async rename(appId: string, names: ReadonlyMap<string, string>): Promise<void> {
      await finishImport(appId);
      for (const rule of await list(appId)) {
        const operation = rule.operation === null ? undefined : names.get(rule.operation);
        if (operation !== undefined)
          await table.put({ ...keyOf(appId, rule.ruleId), ...rule, operation }, { when: 'present' });
      }
    },

    /** False if the rule does not exist. */
    async remove(appId: string, ruleId: string): Promise<boolean> {
      if (ruleId === '') return false;
      await finishImport(appId);
      return (
        (await table.get(keyOf(appId, ruleId))) !== undefined && table.remove(keyOf(appId, ruleId), { when: 'present' })
      );
    },
  };
}

/** Merges rules over the stored ones, in the order of their rows. */
function together(stored: readonly CompareRule[], over: readonly CompareRule[]): CompareRule[] {
  const byId = new Map([...stored, ...over].map((rule) => [rule.ruleId, rule]));
  return [...byId.values()].sort((a, b) => compareText(a.ruleId, b.ruleId));
}
