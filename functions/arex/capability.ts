import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { arexServices } from './composition.ts';

/** The protocol of the AREX Java agent, over recordings and mocks. */
export const arex = capability({
  name: 'arex',
  uses: {
    api: {
      table: true,
      blobs: true,
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
    },
  },
  services: arexServices,
  endpoints,
});
