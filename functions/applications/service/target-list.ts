import { accept, type Result, refuse } from '../../platform/result.ts';
import type { Config } from '../../platform/settings/config.ts';
import { originOf, parseOriginPattern } from '../../platform/values/origin-pattern.ts';
import type { World, Write } from '../../platform/world.ts';
import { savedForAll } from '../domain/targets/saved-for.ts';
import { MAX_TARGETS, type Target } from '../domain/targets/target.ts';
import { claimWaitingValues } from '../domain/targets/waiting-values.ts';
import { changeSavedFor } from '../store/change-saved-for.ts';
import { settingsKey } from '../store/stored-settings.ts';
import type { targetStore } from '../store/targets.ts';

interface TargetListParts extends Pick<World, 'table' | 'now'> {
  config: Pick<Config, 'targets' | 'isLoopbackOnly'>;
  tenant: string;
  store: ReturnType<typeof targetStore>;
  bindEarlier(appId: string): Promise<boolean>;
}

/** The allowed targets of applications as administrators see and change them. */
export function targetList({ table, now, config, tenant, store, bindEarlier }: TargetListParts) {
  return {
    /** The targets of an application, those of SVC_TARGETS first, and of its runs. */
    async list(appId: string): Promise<{ addresses: readonly string[]; targets: Target[]; ofRuns: Target[] }> {
      const [all, ofRuns] = await Promise.all([store.list(appId), store.listOfRuns(appId)]);
      return { addresses: config.targets, targets: all, ofRuns };
    },

    /** Allows an address until it is removed. An address that is allowed already stays as it is. */
    async allow(
      appId: string,
      given: string,
      allowedBy: string,
    ): Promise<Result<Target, 'INVALID_TARGET' | 'TOO_MANY_TARGETS'>> {
      const address = parseOriginPattern(given);
      if (address === null) return refuse('INVALID_TARGET', INVALID_ADDRESS);
      const known = await store.list(appId);
      const present = known.find((one) => one.address === address);
      if (present) return accept(present);
      if (known.length >= MAX_TARGETS)
        return refuse('TOO_MANY_TARGETS', `targets has ${MAX_TARGETS} addresses already; remove one first`);
      const target = { address, allowedBy, at: now() };
      await bindEarlier(appId);
      await store.add(appId, target);
      const first = savedForAll([address], config.isLoopbackOnly);
      await changeSavedFor(table, settingsKey(tenant, appId), claimWaitingValues, first);
      return accept(target);
    },

    /** The write that allows the target of one run, together with its plan. */
    writeForRun(
      { appId, targetEnv, planId, expiresAt }: { appId: string; targetEnv: string; planId: string; expiresAt: number },
      allowedBy: string,
    ): Write {
      const address = originOf(targetEnv) ?? targetEnv;
      return store.writeForRun(appId, { address, allowedBy, at: now(), for: planId, expiresAt });
    },

    /** Removes an address, or that of one run, and returns it; null if it was not allowed. A run towards it stops. */
    async remove(appId: string, given: string, planId: string | null): Promise<string | null> {
      const address = parseOriginPattern(given);
      return address !== null && (await store.remove(appId, address, planId)) ? address : null;
    },
  };
}

const INVALID_ADDRESS =
  'address must be an origin such as https://staging.shop.example, or https://*.suffix with at least two labels in the suffix';
