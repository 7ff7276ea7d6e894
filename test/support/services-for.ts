import { analyzingServices } from '../../functions/analysis/composition.ts';
import { BINDINGS } from '../../functions/composition/bindings.ts';
import { callerReader } from '../../functions/composition/callers.ts';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { runningServices } from '../../functions/evaluation/composition.ts';
import { digestOfSetting, loginServices } from '../../functions/login/composition.ts';
import { logServices, tenantLog } from '../../functions/logs/composition.ts';
import { reducingServices } from '../../functions/noise/composition.ts';
import { notifierServices } from '../../functions/notifications/composition.ts';
import { type Binding, type Composition, compositions, type ServicesOf } from '../../functions/platform/composition.ts';
import type { Config } from '../../functions/platform/settings/config.ts';
import type { World } from '../../functions/platform/world.ts';
import { sendingServices } from '../../functions/replay/composition.ts';

/** The services of all capabilities, for tests that use more than one. */
export const everyService = ({ use }: Composition<keyof World>) => ({
  ...use(loginServices),
  ...use(logServices),
  ...use(sendingServices),
  ...use(reducingServices),
  ...use(analyzingServices),
  ...use(notifierServices),
  ...use(runningServices),
});
export interface EveryService extends ReturnType<typeof everyService> {}
export type EveryServiceOf = ServicesOf<EveryService>;

/** A host of all capabilities over a world, composed like the hosts of the product. */
export function hostOver(world: World, config: Config, bindings: readonly Binding[] = []) {
  const host = compositions<keyof World>({ world, config, bindings: [...bindings, ...BINDINGS], tenantLog });
  const mounted = CAPABILITIES.map(({ mountApi }) => mountApi(host));
  return {
    ...host,
    services: host.servicesOf(everyService),
    callerOf: callerReader(host, digestOfSetting(config.adminKey)),
    routes: mounted.flatMap(({ routes }) => routes),
    pages: mounted.flatMap(({ pages }) => pages),
  };
}

/** The services of every tenant over a world. */
export const servicesFor = (world: World, config: Config): EveryServiceOf => hostOver(world, config).services;
