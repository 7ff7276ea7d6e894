import { DATA_DIRECTORY } from '../../domain/data-directory.ts';
import { isGuestName } from '../../domain/guest-name.ts';
import { LOCAL_ADMINISTRATOR } from '../../domain/local-administrator.ts';
import { parseUserName } from '../../domain/user-name.ts';

/** The name of callers of the Open API, which requires no credential. */
const OPEN_API = 'open-api';
/** Names that are of no key of a tenant. */
const OWN: ReadonlySet<string> = new Set([DATA_DIRECTORY, LOCAL_ADMINISTRATOR, 'admin-key']);

/** A name of the audit log as pages show it: `ann@shop.example`, `key github-actions`. */
export function whoText(name: string): string {
  if (name === OPEN_API) return 'without a credential';
  const isKey = !OWN.has(name) && !isGuestName(name) && parseUserName(name) === null;
  return isKey ? `key ${name}` : name;
}
