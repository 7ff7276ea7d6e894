import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, CREDENTIALS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { compareServices } from './composition.ts';

/** The comparison of responses, and its rules. */
export const compare = capability({
  name: 'compare',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, {
        reads: ['applications'],
        puts: ['audit', 'applications'],
        removes: ['applications'],
        checks: ['applications'],
      }),
      blobs: blobs({ reads: ['importedRules'], writes: ['importedRules'], removes: ['importedRules'] }),
      keys: CREDENTIALS,
    },
  },
  services: compareServices,
  endpoints,
});
