import { analysesBinding } from '../../analysis/services.ts';
import { stepFunction } from '../../composition/aws/step-function.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { evaluation } from '../capability.ts';

export const handler = stepFunction(evaluation, {
  ports: { table, blobs, egress, keys, workflows },
  bindings: [suggestionsBinding, analysesBinding],
});
