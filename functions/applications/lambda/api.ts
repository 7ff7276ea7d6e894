import { asks } from '../../composition/aws/api-application.ts';
import { apiFunction } from '../../composition/aws/api-function.ts';
import { blobs } from '../../platform/aws/ports/blobs.ts';
import { keys } from '../../platform/aws/ports/keys.ts';
import { table } from '../../platform/aws/ports/table.ts';
import { pinCase } from '../../recordings/api/one-case.ts';
import { detectedLoginsBinding, recordingServices } from '../../recordings/services.ts';
import { hasRunsBinding } from '../../replay/services.ts';
import { applications } from '../capability.ts';

/** What answers for this capability. */
export const api = {
  capability: applications,
  ports: { table, blobs, keys },
  bindings: [hasRunsBinding, detectedLoginsBinding],
  asks: [asks(recordingServices, pinCase)],
};

export const handler = apiFunction(api);
