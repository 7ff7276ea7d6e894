import { capability } from '../platform/capability.ts';
import { CREDENTIALS } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { gateway } from './api/gateway.ts';
import { gatewayServices } from './composition.ts';

/** Downstream calls of replayed requests: answered from recordings, and noted. */
export const mocks = capability({
  name: 'mocks',
  uses: {
    api: {
      table: true,
      blobs: true,
      egress: true,
      http: 'targets',
      keys: {
        seals: [...CREDENTIALS.seals, 'recording-keys', 'replay-keys'],
        opens: [...CREDENTIALS.opens, 'recording-keys', 'replay-keys'],
      },
    },
  },
  services: gatewayServices,
  endpoints,
  prefixes: [gateway],
});
