import { apiFunction } from '../../composition/aws/api-function.ts';
import { runStateWordsBinding } from '../../findings/services.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { egress } from '../../platform/aws/ports/egress.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { workflows } from '../../platform/aws/ports/workflows.ts';
import { replay } from '../capability.ts';
import { hasRunsBinding } from '../services.ts';

/** What answers for this capability. */
export const api = {
  capability: replay,
  ports: { table, blobs, egress, keys, workflows },
  bindings: [hasRunsBinding, runStateWordsBinding],
};

export const handler = apiFunction(api);
