import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import type { EvaluationUses } from '../../composition.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { ManifestOf } from '../../domain/workflows/parse-manifest.ts';
import { type ComponentName, pinnedDigests } from '../../domain/workflows/pins.ts';
import { componentReader } from '../../workflows/store/component-reader.ts';

/** What the manifests of a workflow version say; null where one is unknown or invalid. */
export interface VersionFacts {
  appId: string | null;
  definition: ManifestOf<'framework_definition'> | null;
  runner: ManifestOf<'runner'> | null;
  subject: ManifestOf<'subject'> | null;
  environment: ManifestOf<'environment'> | null;
  policy: GatePolicy | null;
}

/** Reads manifests of workflow versions, each once: versions of several builds share all but one. */
export function versionReader({ evaluation }: EvaluationUses<'artifacts' | 'workflowVersions'>) {
  const { artifacts, workflowVersions } = evaluation;
  const read = componentReader({
    find: (digest) => artifacts.find(digest),
    jsonOf: (digest) => artifacts.jsonOf(digest),
  });
  const reading = new Map<string, Promise<unknown>>();

  function once<Name extends ComponentName>(name: Name, digest: Digest): Promise<ManifestOf<Name> | null> {
    const found = reading.get(`${name} ${digest}`) ?? read(name, digest).then(({ manifest }) => manifest);
    reading.set(`${name} ${digest}`, found);
    return found as Promise<ManifestOf<Name> | null>; // the key has its name
  }

  return async function factsOf(version: string, wanted: readonly ComponentName[]): Promise<VersionFacts> {
    const pins = v.is(Digest, version) ? await workflowVersions.pinsOf(version) : undefined;
    const digests = pins && pinnedDigests(pins);
    const of = async <Name extends ComponentName>(name: Name) =>
      digests !== undefined && wanted.includes(name) ? once(name, digests[name]) : null;
    const [definition, runner, subject, environment, policy] = await Promise.all([
      of('framework_definition'),
      of('runner'),
      of('subject'),
      of('environment'),
      of('gate_policy'),
    ]);
    const appId = definition?.config.app_id;
    return { appId: typeof appId === 'string' ? appId : null, definition, runner, subject, environment, policy };
  };
}

/** Reads every manifest of one version. */
export const versionFacts = (
  version: string,
  services: EvaluationUses<'artifacts' | 'workflowVersions'>,
): Promise<VersionFacts> =>
  versionReader(services)(version, ['framework_definition', 'runner', 'subject', 'environment', 'gate_policy']);
