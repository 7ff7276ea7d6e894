import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { settingServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Settings and main endpoints of applications. */
export const applications = capability({
  name: 'applications',
  uses: {
    api: {
      table: true,
      blobs: true,
      keys: { seals: [...CREDENTIALS.seals, 'replay-headers'], opens: [...CREDENTIALS.opens, 'replay-headers'] },
    },
  },
  services: settingServices,
  endpoints,
  pages,
});
