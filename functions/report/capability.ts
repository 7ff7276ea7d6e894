import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { reportServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Reads runs: poll, lists and the report page. */
export const report = capability({
  name: 'report',
  uses: {
    // Its forms start replays and recompares.
    api: { table: true, blobs: true, egress: true, keys: CREDENTIALS, workflows: { starts: ['replay', 'recompare'] } },
  },
  services: reportServices,
  endpoints,
  pages,
});
