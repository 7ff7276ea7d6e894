import { changeSettings } from '../../../applications/api/application-settings.ts';
import { settingServices } from '../../../applications/composition.ts';
import { importedRulesBinding, rulesOfEndpointsBinding } from '../../../compare/composition.ts';
import { recordings } from '../../../recordings/capability.ts';
import { maskedTextBinding } from '../../../recordings/composition.ts';
import { hasRunsBinding, runsBeforeBinding, tabCountsBinding } from '../../../replay/composition.ts';
import { asks, declared } from '../api-application.ts';

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
