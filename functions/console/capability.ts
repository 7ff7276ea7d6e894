import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { consoleServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** The overview of applications. */
export const console = capability({
  name: 'console',
  uses: {
    api: { table: true, blobs: true, keys: CREDENTIALS, workflows: {} },
  },
  services: consoleServices,
  pages,
});
