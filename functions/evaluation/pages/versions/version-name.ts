import { cutText } from '../../../platform/pages-shell/texts.ts';
import type { VersionFacts } from './version-facts.ts';

const MAX_NAME = 60;

/** `shop, build-4711, Release`: what a version is of; null if nothing is known of it. */
export function versionName({
  appId,
  subject,
  policy,
}: Pick<VersionFacts, 'appId' | 'subject' | 'policy'>): string | null {
  const parts = [appId, subject?.name, policy?.name].filter((part) => part !== null && part !== undefined);
  return parts.length === 0 ? null : parts.map((part) => cutText(part, MAX_NAME)).join(', ');
}
