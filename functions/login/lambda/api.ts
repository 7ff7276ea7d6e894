import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { http } from '../../platform/aws/ports/http.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { queue } from '../../platform/aws/ports/queue.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { login } from '../capability.ts';
import { noLocalLinksBinding } from '../services.ts';

/** What answers for this capability. */
export const api = {
  capability: login,
  ports: { table, blobs, queue, keys, http },
  bindings: [noLocalLinksBinding],
};

export const handler = apiFunction(api);
