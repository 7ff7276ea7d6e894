import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { intakeServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Recorded cases: intake, import, lists and retention. */
export const recordings = capability({
  name: 'recordings',
  uses: {
    api: {
      table: true,
      blobs: true,
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
    },
  },
  services: intakeServices,
  endpoints,
  pages,
});
