import { importedRulesBinding, rulesOfEndpointsBinding } from '../../../compare/services.ts';
import { recordings } from '../../../recordings/capability.ts';
import { hasRunsBinding } from '../../../replay/services.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: recordings, bindings: [hasRunsBinding, importedRulesBinding, rulesOfEndpointsBinding] });
