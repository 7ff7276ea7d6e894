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
 * Opens the links of this start, before the service answers: `replay login --local` may create one from then on. Links
 * of an earlier start end. Returns the function that creates the link that is printed: null without a local login, and
 * where the disk fails, as the service works without a link.
 */
export async function openLinks({
  config: { localLogin, loginDomains },
  links,
  log,
}: LinkParts): Promise<(url: string) => Promise<string | null>> {
  if (!localLogin || !mayLogIn(LOCAL_ADMINISTRATOR, loginDomains)) {
    await links.close();
    return async () => null;
  }
  const isOpen = await orNull(log, async () => {
    await links.open();
    return true;
  });
  return async (url) => {
    const code = isOpen === null ? null : await orNull(log, links.create);
    return code && loginLinkUrl(url, code);
  };
}

/** Null where the disk fails. */
async function orNull<T>(log: Pick<Log, 'error'>, make: () => Promise<T>): Promise<T | null> {
  try {
    return await make();
  } catch (fault) {
    if (!isStorageFault(fault)) throw fault;
    log.error('no login link could be created', faultFacts(fault));
    return null;
  }
}
