import { attemptEndsOf } from '../evaluation/runs/composition.ts';
import { auditOf } from '../login/composition.ts';
import { logServices } from '../logs/composition.ts';
import { startupCallsOf } from '../mocks/composition.ts';
import { noiseOf } from '../noise/composition.ts';
import { deliveryPartitionsOf } from '../notifications/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import { replayServices, schedulesOf } from '../replay/composition.ts';
import type { RetiredPlan } from '../replay/store/retired-plans.ts';
import { reportServices } from '../report/composition.ts';
import type { SampleShop } from './service/sample-shop.ts';

/** The sample shop of this host; null where there is none. */
export const SAMPLE_SHOP = slot<SampleShop | null>('sample shop');

export interface ConsoleServices extends ReturnType<typeof consoleServices> {}

/** Services of the application overview. */
export const consoleServices = ({ world, tenant, use, bound }: Composition<'table' | 'blobs' | 'workflows'>) => ({
  ...use(reportServices),
  logRows: use(logServices).logRows,
  schedules: use(schedulesOf),
  table: world.table,
  tenant,
  sampleShop: bound(SAMPLE_SHOP),
});

/** What deletes what applications no longer keep. */
export function retentionServices(composition: Composition<'table' | 'blobs'>) {
  const { config, world, use } = composition;
  const { applications, retentionPasses, recordings, plans, results } = use(replayServices);
  const stores = [use(noiseOf).partitionsOf, use(deliveryPartitionsOf), results.partitionsOf];
  return {
    ...world,
    config,
    applications,
    recordings,
    plans,
    audit: use(auditOf),
    passes: retentionPasses,
    startupCalls: use(startupCallsOf),
    hasEnded: use(attemptEndsOf),
    partitionsOf: (plan: RetiredPlan) => stores.flatMap((partitions) => partitions(plan)),
  };
}

/** No sample: for hosts that run no shop. */
export const noSampleBinding = bind<SampleShop | null, never>(SAMPLE_SHOP, () => null);
