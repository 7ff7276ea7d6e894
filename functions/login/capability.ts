import { capability } from '../platform/capability.ts';
import { blobs, CREDENTIAL_ROWS, PAGE_ROWS, rows } from '../platform/function-uses.ts';
import { endpoints } from './api/endpoints.ts';
import { loginServices } from './composition.ts';
import { pages } from './pages/pages.ts';

/** Access control: logins, sessions, keys, tenants and the audit log. */
export const login = capability({
  name: 'login',
  uses: {
    api: {
      table: rows(CREDENTIAL_ROWS, PAGE_ROWS, {
        reads: ['userLists', 'admins', 'apiKeyNames', 'apiKeyLists', 'tenants', 'audit', 'rateWindows', 'channels'],
        puts: [
          'sessions',
          'users',
          'admins',
          'apiKeys',
          'apiKeyNames',
          'tenants',
          'oauthStates',
          'audit',
          'rateWindows',
        ],
        updates: ['users'],
        removes: ['users', 'admins', 'apiKeys', 'apiKeyNames'],
        checks: ['admins'],
      }),
      blobs: blobs(),
      queue: true,
      http: 'providers',
      keys: { seals: ['signing-keys', 'code-requests'], opens: ['signing-keys'] },
    },
  },
  // The only one that has the admin key.
  functions: { 'admin-key-ticker': { table: rows({ reads: ['adminKey'], puts: ['adminKey'] }), blobs: blobs() } },
  services: loginServices,
  endpoints,
  pages,
});
