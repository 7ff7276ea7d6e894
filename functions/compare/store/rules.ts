import type { HeaderSettings } from '../../applications/domain/built-in-headers.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import type { World } from '../../platform/world.ts';
import { expectationId } from '../domain/expected/expectation-ids.ts';
import { rulesInForce } from '../domain/rules/built-in-rules.ts';
import type { CompareRule, RuleInForce } from '../domain/rules/rules.ts';
import { expectedRows } from './expected-rows.ts';
import { MAX_RULES, ruleImport } from './rule-import.ts';
import { ruleRows, type StoredRules } from './rule-rows.ts';

export type RuleStore = ReturnType<typeof ruleStore>;

/**
 * Stores the compare rules of an application (interface 11): pk `T#<tenant>#APP#<app>`, sk `RULE#<ruleId>`. An import
 * is durable, and applies as a whole, once its row `RULE#` is written; readers merge its rules over the others, and the
 * next writer, or the importer itself, turns it into rows.
 */
export function ruleStore(
  { table, blobs, applications }: Pick<World, 'table' | 'blobs'> & { applications: ApplicationStore },
  tenant: string,
) {
  const rows = ruleRows({ table, blobs }, tenant);
  const { keyOf, list, listAll, finishImport } = rows;
  const inForceOf = new WeakMap<StoredRules, { settings: string; rules: readonly RuleInForce[] }>();

  return {
    list,

    /**
     * The rules that comparisons and findings apply (built-in-rules.ts), and the expected changes; the same array as
     * before if nothing has changed.
     */
    async inForce(appId: string): Promise<readonly RuleInForce[]> {
      const [own, settings] = await Promise.all([listAll(appId), headerSettings(applications, appId)]);
      const text = JSON.stringify(settings);
      const before = inForceOf.get(own);
      if (before?.settings === text) return before.rules;
      const rules = [...rulesInForce(own.rules, settings), ...own.expected];
      inForceOf.set(own, { settings: text, rules });
      return rules;
    },

    /** How many rules the application has, and the ids of its expected changes. */
    async countsOf(appId: string) {
      const { rules, expected } = await listAll(appId);
      return { rules: rules.length, expected: expected.map(({ ruleId }) => expectationId(ruleId)) };
    },

    /** False when the application has the maximum number of rules. */
    async add(appId: string, rule: CompareRule): Promise<boolean> {
      await finishImport(appId);
      if ((await list(appId)).length >= MAX_RULES) return false;
      return table.put({ ...keyOf(appId, rule.ruleId), ...rule }, { when: 'absent' });
    },

    import: ruleImport({ table, blobs }, tenant, rows),

    async find(appId: string, ruleId: string): Promise<CompareRule | undefined> {
      return (await list(appId)).find((rule) => rule.ruleId === ruleId);
    },

    ...expectedRows(table, rows),

    /** Gives rules of single endpoints, and what is expected of them, the new names of these. */
    async rename(appId: string, names: ReadonlyMap<string, string>): Promise<void> {
      await finishImport(appId);
      const { rules, expected } = await listAll(appId);
      for (const rule of [...rules, ...expected]) {
        const operation = rule.operation === null ? undefined : names.get(rule.operation);
        if (operation !== undefined)
          await table.put({ ...keyOf(appId, rule.ruleId), ...rule, operation }, { when: 'present' });
      }
    },

    /** False if the rule or expected change does not exist. */
    async remove(appId: string, ruleId: string): Promise<boolean> {
      if (ruleId === '') return false;
      await finishImport(appId);
      return (
        (await table.get(keyOf(appId, ruleId))) !== undefined && table.remove(keyOf(appId, ruleId), { when: 'present' })
      );
    },
  };
}

/** What of the settings of an application decides about headers. */
async function headerSettings(
  applications: Pick<ApplicationStore, 'settings'>,
  appId: string,
): Promise<HeaderSettings> {
  const { compareHeaders, furtherHeaders, builtInRules } = await applications.settings(appId);
  return { compareHeaders, furtherHeaders, builtInRules };
}
