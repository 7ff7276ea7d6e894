import type { Config } from '../../platform/settings/config.ts';
import { coversOrigin, originOf } from '../../platform/values/origin-pattern.ts';
import type { World } from '../../platform/world.ts';
import type { SettingsRights } from '../domain/application-settings.ts';
import { isOfAdministrator, type MockSettings } from '../domain/mock-settings.ts';
import { bindEarlierValues } from '../domain/targets/earlier-values.ts';
import { type Destination, savedForAll } from '../domain/targets/saved-for.ts';
import { type Admission, isLoopbackOrigin, targetAdmission } from '../domain/targets/target-admission.ts';
import { changeSavedFor } from '../store/change-saved-for.ts';
import { settingsKey } from '../store/stored-settings.ts';
import { targetStore } from '../store/targets.ts';
import { targetList } from './target-list.ts';

export type Targets = ReturnType<typeof targets>;

export interface TargetsOptions extends Pick<World, 'table' | 'now'> {
  config: Pick<Config, 'targets' | 'isLoopbackOnly'>;
  tenant: string;
  /** Addresses of an application that the service itself runs. */
  ownTargets(appId: string): readonly string[];
}

/** A run and its target, as far as they decide whether it may send there. */
export interface AdmittedRun {
  planId: string;
  appId: string;
  targetEnv: string;
  /** Absent in plans of earlier versions, and in runs without credentials. */
  admission?: Admission | undefined;
}

/** The allowed targets of applications (interface 14): the one place that decides where recorded credentials may go. */
export function targets({ table, now, config, tenant, ownTargets }: TargetsOptions) {
  const store = targetStore(table, tenant);

  /** Addresses that are allowed for every run of an application. */
  async function addressesOf(appId: string): Promise<string[]> {
    return [...config.targets, ...(await store.list(appId)).map(({ address }) => address)];
  }

  async function admissionOf(
    appId: string,
    targetEnv: string,
    isKnownCaller: () => Promise<boolean> | boolean,
  ): Promise<'listed' | 'loopback' | null> {
    const origin = originOf(targetEnv);
    if (origin === null) return null;
    const addresses = [...ownTargets(appId), ...(await addressesOf(appId))];
    return targetAdmission({ origin, addresses, isLoopbackOnly: config.isLoopbackOnly, isKnownCaller });
  }

  /**
   * Binds values that an earlier version saved for no address in particular to those that are allowed now; true if
   * there were any. What allows a further address comes after it.
   */
  const bindEarlier = async (appId: string): Promise<boolean> =>
    changeSavedFor(table, settingsKey(tenant, appId), bindEarlierValues, await addressesOf(appId));

  return {
    bindEarlier,

    /**
     * What a change of settings may do: new values are saved for all targets. Calls may be made for real to targets,
     * and where an administrator says.
     */
    async rightsOf(appId: string, isAdministrator: boolean): Promise<SettingsRights> {
      const addresses = await addressesOf(appId);
      return {
        allowed: savedForAll(addresses, config.isLoopbackOnly),
        rightTo: (address) =>
          isAmong(addresses, address, config) ? 'target' : isAdministrator ? ('administrator' as const) : null,
      };
    },

    /** Whether calls may currently be made for real to an address of `mocks.targets`. */
    async mayCall(appId: string, mocks: MockSettings, address: string): Promise<boolean> {
      return isOfAdministrator(mocks, address) || isAmong(await addressesOf(appId), address, config);
    },

    /** Where a run sends, as its saved values depend on it. */
    destinationOf: ({ targetEnv, admission }: Pick<AdmittedRun, 'targetEnv' | 'admission'>): Destination => ({
      origin: originOf(targetEnv),
      isLoopback: admission === 'loopback',
      isEarlierRun: admission === undefined,
      ofSetting: config.targets,
    }),

    /** How an application's target is allowed to a caller; null if it is not. */
    admission: admissionOf,

    /** Whether a run may still send credentials to its target, which an administrator may have removed. */
    async isStillAllowed({ planId, appId, targetEnv, admission }: AdmittedRun): Promise<boolean> {
      if (admission === undefined) return true;
      if ((await admissionOf(appId, targetEnv, () => admission === 'loopback')) !== null) return true;
      return admission === 'once' && (await store.ofRun(appId, planId))?.address === originOf(targetEnv);
    },

    ...targetList({ table, now, config, tenant, store, bindEarlier }),
  };
}

/** Whether an address of a service is one of these, or a loopback target that needs no step. */
function isAmong(
  addresses: readonly string[],
  given: string,
  { isLoopbackOnly }: Pick<Config, 'isLoopbackOnly'>,
): boolean {
  const origin = originOf(given) ?? '';
  return addresses.some((address) => coversOrigin(address, origin)) || (isLoopbackOnly && isLoopbackOrigin(origin));
}
