import { LOCAL_ADMINISTRATOR } from '../../functions/login/domain/local-administrator.ts';
import { mayLogIn } from '../../functions/login/domain/user-name.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { type LoginLinks, loginLinkUrl } from '../../functions/platform/standalone/admin/login-links.ts';
import { isStorageFault } from '../../functions/platform/standalone/faults/storage-fault.ts';
import type { Log } from '../../functions/platform/world.ts';

interface LinkParts {
  config: Pick<StandaloneConfig, 'localLogin' | 'loginDomains'>;
  links: LoginLinks;
  log: Pick<Log, 'error'>;
}

/**
 * The link that is printed at the start; links of an earlier start end. Null without a local login, and where the disk
 * fails: the service answers already, and works without a link.
 */
export async function linkAtStart(
  { config: { localLogin, loginDomains }, links, log }: LinkParts,
  url: string,
): Promise<string | null> {
  if (!localLogin || !mayLogIn(LOCAL_ADMINISTRATOR, loginDomains)) {
    await links.close();
    return null;
  }
  try {
    await links.open();
    const code = await links.create();
    return code && loginLinkUrl(url, code);
  } catch (fault) {
    if (!isStorageFault(fault)) throw fault;
    log.error('no login link could be created', faultFacts(fault));
    return null;
  }
}
