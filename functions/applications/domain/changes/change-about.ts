import type { ApplicationSettings } from '../application-settings.ts';
import { patternKey } from '../endpoint-patterns.ts';
import { changedNames } from './changed-names.ts';
import { SETTING_LABELS } from './setting-labels.ts';

/** Maximum patterns that are named of those which were added, or removed. */
const MAX_NAMED = 3;

/**
 * A change of settings for the audit log, by the names of what changed: `Path patterns: added /users/{name}, Order`.
 * Holds no value; empty if nothing changed.
 */
export const changeAbout = (before: ApplicationSettings, after: ApplicationSettings): string =>
  changedNames(before, after)
    .map((name) => {
      if (name === 'endpoints') return `${SETTING_LABELS.endpoints}: ${patternsAbout(before, after)}`;
      // Elsewhere, their labels stand below the name of their section.
      return name === 'caseHours' || name === 'planDays' ? `Retention of ${NAMES[name]}` : SETTING_LABELS[name];
    })
    .join(', ');

const NAMES = { caseHours: 'recordings', planDays: 'runs' };

function patternsAbout(before: ApplicationSettings, after: ApplicationSettings): string {
  const added = missingIn(before, after);
  const removed = missingIn(after, before);
  const texts = [added.length > 0 && `added ${listed(added)}`, removed.length > 0 && `removed ${listed(removed)}`];
  return texts.filter((text) => text !== false).join(', ') || 'in another order';
}

/** The patterns of settings that others do not have. */
function missingIn(others: ApplicationSettings, { endpoints }: ApplicationSettings): string[] {
  const known = new Set(others.endpoints.map(patternKey));
  return endpoints.filter((one) => !known.has(patternKey(one))).map(({ pattern }) => pattern);
}

const listed = (patterns: readonly string[]): string => {
  const more = patterns.length - MAX_NAMED;
  return `${patterns.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};
