import type { ApplicationSettings } from '../application-settings.ts';
import { savedForEarlier } from './saved-for.ts';

/**
 * Binds values that an earlier version stored without addresses to those that are allowed now (interface 14); null if
 * every value has its addresses.
 */
export function bindEarlierValues(
  settings: ApplicationSettings,
  addresses: readonly string[],
): ApplicationSettings | null {
  const { login, replay } = settings;
  const { set, targets } = replay.headers;
  const names = Object.keys(set).map((name) => name.toLowerCase());
  const unbound = names.filter((name) => targets[name] === undefined);
  const isLoginUnbound = login !== null && login.targets === undefined;
  if (unbound.length === 0 && !isLoginUnbound) return null;
  const bound = Object.fromEntries(unbound.map((name) => [name, savedForEarlier(addresses)]));
  return {
    ...settings,
    replay: { ...replay, headers: { ...replay.headers, targets: { ...targets, ...bound } } },
    login: isLoginUnbound ? { ...login, targets: savedForEarlier(addresses) } : login,
  };
}
