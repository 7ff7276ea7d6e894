import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { compareServices } from './composition.ts';

/** The comparison of responses, and its rules. */
export const compare = capability({
  name: 'compare',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS },
  },
  services: compareServices,
  endpoints,
});
