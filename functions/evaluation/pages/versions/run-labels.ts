import type { VersionFacts } from './version-facts.ts';

/** Attributes of a build that label a run. */
const LABELS = ['service.name', 'service.version', 'vcs.change.title', 'vcs.ref.head.name', 'vcs.ref.head.revision'];

/** Labels as lines of a form. */
export const labelLines = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');

/** Labels of a run of a version that has none yet: what its manifest says of the build. */
export function labelsOfBuild({ subject }: Pick<VersionFacts, 'subject'>): Record<string, string> {
  const attributes = subject?.attributes ?? {};
  return Object.fromEntries(
    LABELS.map((name) => [name, attributes[name]]).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );
}
