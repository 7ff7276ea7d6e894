import { logServices } from '../logs/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import { schedulesOf } from '../replay/composition.ts';
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

/** No sample: for hosts that run no shop. */
export const noSampleBinding = bind<SampleShop | null, never>(SAMPLE_SHOP, () => null);
