import { importedRulesBinding, rulesOfEndpointsBinding } from '../../../compare/composition.ts';
import { recordings } from '../../../recordings/capability.ts';
import { hasRunsBinding } from '../../../replay/composition.ts';
import { declared } from '../api-application.ts';

/** What answers for this capability. */
export const api = () =>
  declared({ capability: recordings, bindings: [hasRunsBinding, importedRulesBinding, rulesOfEndpointsBinding] });
