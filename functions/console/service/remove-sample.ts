import { applicationKey } from '../../applications/store/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Key, World } from '../../platform/world.ts';
import type { ReportServices } from '../../report/services.ts';
import { SAMPLE_APP, type SampleShop } from './sample-shop.ts';

const PLANS = 50;
/** Rows that are removed at one time. */
const BATCH = 100;

interface Parts extends Pick<ReportServices, 'plans' | 'results' | 'recordings'> {
  table: World['table'];
  tenant: string;
}

/**
 * Stops the sample shop and deletes its application: recordings, rules, settings, runs and their results. False while
 * a run is in progress.
 */
export async function removeSample(
  shop: SampleShop,
  { table, tenant, plans, results, recordings }: Parts,
): Promise<boolean> {
  const removeAll = async (query: { pk: string }) => {
    let keys: Key[] = [];
    const flush = async () => {
      await Promise.all(keys.map(({ pk, sk }) => table.remove({ pk, sk })));
      keys = [];
    };
    for await (const { pk, sk } of queryAll(table, query)) {
      keys.push({ pk, sk });
      if (keys.length === BATCH) await flush();
    }
    await flush();
  };

  for (;;) {
    const { plans: found } = await plans.list({ appId: SAMPLE_APP, limit: PLANS, after: null });
    if (found.length === 0) break;
    if (found.some(({ status }) => status !== 'COMPLETED')) return false;
    for (const plan of found) for (const pk of results.partitionsOf(plan)) await removeAll({ pk });
  }
  await recordings.removeApplication(SAMPLE_APP);
  await removeAll({ pk: applicationKey(tenant, SAMPLE_APP) });
  await shop.stop();
  return true;
}
