import { stepFunction } from '../../composition/aws/step-function.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { queue } from '../../platform/aws/ports/queue.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { notifications } from '../capability.ts';

export const handler = stepFunction(notifications, {
  ports: { table, blobs, queue, keys, workflows },
  bindings: [suggestionsBinding],
});
