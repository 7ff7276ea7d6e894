import { sealedSettingsOf, targetsOf } from '../../functions/applications/composition.ts';
import { widenedRules } from '../../functions/applications/domain/redact-rule.ts';
import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { World } from '../../functions/platform/world.ts';
import { recordingServices } from '../../functions/recordings/composition.ts';
import { tenantsOf } from './tenants-of.ts';

/**
 * Brings the settings of all applications up to date: seals header values that an earlier version stored as they are,
 * binds values that it saved for every target to those that are allowed now, and logs each application whose `redact`
 * paths cannot all be read: they redact more than they say.
 */
export async function checkSettings({ log }: Pick<World, 'log'>, host: Compositions): Promise<void> {
  try {
    for await (const tenant of tenantsOf(host)) {
      const { recordings, applications } = host.servicesOf(recordingServices)(tenant);
      for (const appId of await recordings.apps()) {
        await host.servicesOf(sealedSettingsOf)(tenant).seal(appId);
        if (await host.servicesOf(targetsOf)(tenant).bindEarlier(appId))
          log.info('saved values were bound to allowed targets', { tenant, app_id: appId });
        const { redact } = await applications.settings(appId);
        const { length: count } = widenedRules(redact);
        if (count > 0) log.warn('redact paths cannot be read', { tenant, app_id: appId, count });
      }
    }
  } catch (fault) {
    // The service works without: it redacts whole bodies, a change of settings seals, and a run binds.
    log.error('settings could not be checked', faultFacts(fault));
  }
}
