import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { arex } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: arex,
  ports: { table, blobs, keys },
  bindings: [hasRunsBinding],
};

export const handler = apiFunction(api);
