import { importedRulesBinding, rulesOfEndpointsBinding } from '../../compare/services.ts';
import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { recordings } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: recordings,
  ports: { table, blobs, keys },
  bindings: [hasRunsBinding, importedRulesBinding, rulesOfEndpointsBinding],
};

export const handler = apiFunction(api);
