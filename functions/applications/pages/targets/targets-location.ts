import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';

/** The list of allowed targets of an application, with what a form has done. */
export const targetsLocation = (appId: string, query: Record<string, string>): string =>
  `${applicationPath(appId)}/settings/replay?${new URLSearchParams(query)}#allowed-targets`;

const MAX_LENGTH = 200;

/** The same with why an address was refused. The address stays in its field, unless a part of it may be secret. */
export function refusedLocation(appId: string, refused: string, address: string): string {
  const isShown = address.length <= MAX_LENGTH && !/[@?#]/.test(address);
  return targetsLocation(appId, { 'target-error': refused, ...(isShown && { address }) });
}
