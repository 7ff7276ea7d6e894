import { apiFunction } from '../../composition/aws/api-function.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { announceBinding } from '../../notifications/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { queue } from '../../platform/aws/ports/queue.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { analysis } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: analysis,
  ports: { table, blobs, queue, keys, workflows },
  bindings: [suggestionsBinding, announceBinding],
};

export const handler = apiFunction(api);
