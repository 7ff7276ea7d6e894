import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { hasRunsBinding, loggedRunsBinding } from '../../replay/services.ts';
import { logs } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: logs,
  ports: { table, blobs, keys },
  bindings: [hasRunsBinding, loggedRunsBinding],
};

export const handler = apiFunction(api);
