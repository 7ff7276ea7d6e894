import { changeSettings } from '../../../applications/api/application-settings.ts';
import { settingServices } from '../../../applications/composition.ts';
import { importedRulesBinding, rulesOfEndpointsBinding } from '../../../compare/composition.ts';
import { recordings } from '../../../recordings/capability.ts';
import { intakeServices, maskedTextBinding } from '../../../recordings/composition.ts';
import { sealStored } from '../../../recordings/steps/seal-stored.ts';
import { hasRunsBinding, runsBeforeBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { asks, declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';
import { ticker } from '../ticker.ts';

/** How long a tick seals, ms: shorter than until the next one. */
const TICK_MS = 50_000;

/** Seals stored recordings each minute, where a pass was started. */
export function sealingTicker(ports: Ports<typeof recordings, 'sealing-ticker'>) {
  const host = functionHost({ ports });
  const { world } = host;
  const seal = () => sealStored(world, host.servicesOf(intakeServices), { until: world.now() + TICK_MS });
  return ticker(host, seal, 'some stored recordings could not be sealed');
}

/** What answers for this capability. */
export const api = () =>
  declared({
    capability: recordings,
    bindings: [
      hasRunsBinding,
      tabCountsBinding,
      runsBeforeBinding,
      importedRulesBinding,
      rulesOfEndpointsBinding,
      maskedTextBinding,
    ],
    asks: [asks(settingServices, changeSettings)],
  });
