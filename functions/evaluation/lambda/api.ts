import { analysesBinding } from '../../analysis/services.ts';
import { apiFunction } from '../../composition/aws/api-function.ts';
import { suggestionsBinding } from '../../noise/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { caseManifestsBinding } from '../artifacts/services.ts';
import { evaluation } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: evaluation,
  ports: { table, blobs, egress, keys, workflows },
  bindings: [suggestionsBinding, analysesBinding, caseManifestsBinding],
};

export const handler = apiFunction(api);
