import * as v from 'valibot';
import { CompareRule } from '../domain/compare/rules.ts';
import type { Table } from '../world.ts';
import { everyRow } from './every-row.ts';
import { parsedOnce } from './parsed-once.ts';

export type RulesRepository = ReturnType<typeof rulesRepository>;

/** Applications whose rules stay parsed between two polls. */
const REMEMBERED = 200;

/** Compare rules of an application (interface 11): pk `T#<tenant>#APP#<app>`, sk `RULE#<ruleId>`. */
export function rulesRepository(table: Table, tenant: string) {
  const keyOf = (appId: string, ruleId: string) => ({
    pk: `T#${tenant}#APP#${encodeURIComponent(appId)}`,
    sk: `RULE#${ruleId}`,
  });

  const remembered = parsedOnce<readonly CompareRule[]>(REMEMBERED);

  return {
    add: (appId: string, rule: CompareRule) => table.put({ ...keyOf(appId, rule.ruleId), ...rule }, { when: 'absent' }),

    /** The application's rules; the same array as before where they have not changed. */
    async list(appId: string): Promise<readonly CompareRule[]> {
      const rows = await Array.fromAsync(everyRow(table, { pk: keyOf(appId, '').pk, prefix: 'RULE#' }));
      return remembered(appId, JSON.stringify(rows), () => rows.map((row) => v.parse(CompareRule, row)));
    },

    async find(appId: string, ruleId: string): Promise<CompareRule | undefined> {
      const row = await table.get(keyOf(appId, ruleId));
      return row && v.parse(CompareRule, row);
    },

    /** False when there is no such rule. */
    remove: (appId: string, ruleId: string) => table.remove(keyOf(appId, ruleId), { when: 'present' }),
  };
}
