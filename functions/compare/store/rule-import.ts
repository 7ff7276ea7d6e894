import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import type { World } from '../../platform/world.ts';
import type { CompareRule } from '../domain/rules/rules.ts';
import { type RuleRows, together } from './rule-rows.ts';

/** Maximum rules of one application; two concurrent additions may exceed it by one. */
export const MAX_RULES = 1000;

/**
 * Creates the function that adds rules and replaces those with the same ids, all or none; null if there would be too
 * many. Of several with one id, the last counts.
 */
export function ruleImport({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string, rows: RuleRows) {
  const { values, keyOf, list, finishImport } = rows;

  return async function add(
    appId: string,
    importId: string,
    given: readonly CompareRule[],
  ): Promise<{ added: number; replaced: number } | null> {
    const rules = together([], given);
    const value = await values.write(blobKeyOf('importedRules', encodeURIComponent(tenant), importId), rules);
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
  };
}
