import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Key } from '../../platform/world.ts';
import { analysisExecutionName, executionName, type ReplayPlan } from '../../replay/domain/plan.ts';
import type { ConsoleServices } from '../composition.ts';
import { SAMPLE_APP, type SampleShop } from './sample-shop.ts';

const PLANS = 50;
/** Rows that are removed at the same time. */
const BATCH = 100;

/** Of every time. */
const ALWAYS = { from: 0, to: Number.MAX_SAFE_INTEGER };

type Parts = Pick<ConsoleServices, 'plans' | 'results' | 'noise' | 'recordings' | 'logRows' | 'table' | 'tenant'>;

/**
 * Stops the sample shop and deletes what belongs to its application alone: recordings with the log rows of their
 * traces, rules, settings, runs, their results and workflows. Audit entries remain. False while a run is in progress.
 */
export async function removeSample(
  shop: SampleShop,
  { table, tenant, plans, results, noise, recordings, logRows }: Parts,
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
    for (const plan of found) {
      for (const pk of [...noise.partitionsOf(plan), ...results.partitionsOf(plan)]) await removeAll({ pk });
      await shop.forget(executionsOf(plan));
    }
  }
  for (const operation of await recordings.operationsOf(SAMPLE_APP))
    for await (const { traceId } of recordings.between(SAMPLE_APP, operation, ALWAYS))
      await removeAll({ pk: logRows.partitionOf(traceId) });
  await recordings.removeApplication(SAMPLE_APP);
  await removeAll({ pk: applicationKey(tenant, SAMPLE_APP) });
  await shop.stop();
  return true;
}

const executionsOf = ({ planId, round }: ReplayPlan): string[] =>
  Array.from({ length: round }, (_, at) => [
    executionName(planId, at + 1),
    analysisExecutionName(planId, at + 1),
  ]).flat();
