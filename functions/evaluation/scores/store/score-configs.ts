import * as v from 'valibot';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { World } from '../../../platform/world.ts';
import { ScoreConfig } from '../../domain/scores/score-config.ts';

/**
 * Score configs (evaluation 3.12): pk `T#<tenant>#SCFG#<config_id>`, sk `META`; i1 `T#<tenant>#SCFGS` by time.
 * Immutable.
 */
export function scoreConfigStore({ table }: Pick<World, 'table'>, tenant: string) {
  const keyOf = (id: string) => ({ pk: partitionOf('scoreConfigs', tenant, id), sk: 'META' });
  const list = partitionOf('scoreConfigLists', tenant);
  const orderOf = ({ created_at, config_id }: ScoreConfig) => `${paddedTime(created_at)}#${config_id}`;

  return {
    /** False if the id exists. The stored config stays. */
    add: (config: ScoreConfig): Promise<boolean> =>
      table.put({ ...keyOf(config.config_id), i1pk: list, i1sk: orderOf(config), ...config }, { when: 'absent' }),

    async find(id: string): Promise<ScoreConfig | undefined> {
      const row = await table.get(keyOf(id));
      return row && v.parse(ScoreConfig, row);
    },

    /** Newest first. `after`: `next` of the previous page. */
    async page({ after, limit }: { after: string | null; limit: number }) {
      const query = { index: 'i1' as const, pk: list, descending: true, limit: limit + 1 };
      const { items: rows } = await table.query(after === null ? query : { ...query, to: after });
      const items = rows.slice(0, limit).map((row) => v.parse(ScoreConfig, row));
      const last = items.at(-1);
      return { items, next: rows.length > limit && last !== undefined ? orderOf(last) : null };
    },
  };
}
