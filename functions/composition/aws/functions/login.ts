import { login } from '../../../login/capability.ts';
import { noLocalLinksBinding, storeAdminDigest } from '../../../login/composition.ts';
import { channelNamesBinding } from '../../../notifications/composition.ts';
import { lambdaFunction } from '../../../platform/http/lambda/lambda-function.ts';
import { declared } from '../api-application.ts';
import { functionHost, type Ports } from '../function-host.ts';

/** What answers for this capability. */
export const api = () => declared({ capability: login, bindings: [noLocalLinksBinding, channelNamesBinding] });

/** Stores each minute the digest of the admin key, which the functions of the API compare with. */
export function adminKeyTicker(ports: Ports<typeof login, 'admin-key-ticker'>) {
  const host = functionHost({ ports });
  return lambdaFunction<unknown, undefined>(host, async () => {
    const { adminKey } = host.config;
    if (adminKey === null) throw new Error('the function has no SVC_ADMIN_KEY');
    if (await storeAdminDigest(host.world, adminKey)) host.log.info('admin key replaced');
  });
}
