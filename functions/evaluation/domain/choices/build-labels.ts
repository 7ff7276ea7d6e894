import type { VersionChoices } from './version-choices.ts';

/** OpenTelemetry attributes of a build: attributes of the replay, and labels of the evaluation. */
export function buildLabels({ appId, build: { name, known } }: Pick<VersionChoices, 'appId' | 'build'>) {
  const labels: Record<string, string | undefined> = {
    'service.name': appId,
    'service.version': name,
    'vcs.change.title': known?.title,
    'vcs.ref.head.name': known?.branch,
    'vcs.ref.head.revision': known?.commit,
  };
  return Object.fromEntries(Object.entries(labels).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
