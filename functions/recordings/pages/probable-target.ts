import { isSecure } from '../../platform/http/pages/session-cookie.ts';
import type { ImportAnswer } from './import-answer.ts';

/**
 * The address that a new build probably has: the recorded host, if it is on this machine. Null for any other, since a
 * public host is production, and no run is to reach it by default.
 */
export function probableTarget(hosts: ImportAnswer['hosts']): string | null {
  const chosen = hosts.find(({ host, selected }) => selected && isOfMachine(host));
  return chosen === undefined ? null : `http://${chosen.host}`;
}

const isOfMachine = (host: string): boolean => {
  const url = URL.parse(`http://${host}`);
  return url !== null && !isSecure(url);
};
