import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { pages } from './pages/pages.ts';
import { applicationServices } from './services.ts';

/** Settings and main endpoints of applications. */
export const applications = capability({
  name: 'applications',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS },
  },
  services: applicationServices,
  endpoints,
  pages,
});
