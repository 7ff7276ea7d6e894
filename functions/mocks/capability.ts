import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { mockServices } from './services.ts';

/** Downstream calls of replayed requests: answered from recordings, and noted. */
export const mocks = capability({
  name: 'mocks',
  uses: {
    api: {
      table: true,
      blobs: true,
      keys: { seals: [...CREDENTIALS.seals, 'recording-keys'], opens: [...CREDENTIALS.opens, 'recording-keys'] },
    },
  },
  services: mockServices,
  endpoints,
});
