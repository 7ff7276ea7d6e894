import { capability } from '../platform/capability.ts';
import { endpoints } from './api/endpoints.ts';
import { loginServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Access control: logins, sessions, keys, tenants and the audit log. */
export const login = capability({
  name: 'login',
  uses: {
    api: {
      table: true,
      blobs: true,
      queue: true,
      http: 'providers',
      keys: { seals: ['signing-keys', 'code-requests'], opens: ['signing-keys'] },
    },
  },
  services: loginServices,
  endpoints,
  pages,
});
