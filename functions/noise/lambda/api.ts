import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { noise } from '../capability.ts';
import { suggestionsBinding } from '../services.ts';

/** What answers for this capability. */
export const api = {
  capability: noise,
  ports: { table, blobs, keys },
  bindings: [suggestionsBinding],
};

export const handler = apiFunction(api);
