import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { http } from '../../platform/aws/ports/http.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { mocks } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: mocks,
  ports: { table, blobs, egress, http, keys },
  bindings: [hasRunsBinding],
};

export const handler = apiFunction(api);
