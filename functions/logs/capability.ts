import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { logServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Log rows of applications and of the service. */
export const logs = capability({
  name: 'logs',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS },
  },
  // A lookup streams as long as there are rows.
  streams: true,
  services: logServices,
  endpoints,
  pages,
});
