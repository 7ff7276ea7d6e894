import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import type { World } from '../../../platform/world.ts';
import type { HostCapabilities } from '../../domain/hosts/host-capabilities.ts';
import type { FrameworkDefinition } from '../../domain/manifests/manifests.ts';
import { type Pins, pinnedDigests } from '../../domain/workflows/pins.ts';
import type { WorkflowFacts } from '../../domain/workflows/resolved-workflow.ts';
import type { LookedUp } from '../../domain/workflows/workflow-diagnostics.ts';
import { componentReader, type ManifestSource } from './component-reader.ts';

export interface WorkflowFactsSources extends Pick<World, 'egress'> {
  artifacts: ManifestSource;
  hosts(): Promise<readonly HostCapabilities[]>;
}

const NamedCaseSet = v.object({ case_set: v.object({ digest: Digest }) });

/**
 * Looks up what is known of workflow versions now; one who asks for many of them at once reads what they share once.
 */
export function workflowFacts({ artifacts, egress, hosts }: WorkflowFactsSources) {
  const artifactOf = once((digest: Digest) => artifacts.find(digest));
  const component = componentReader({ find: artifactOf, jsonOf: once((digest: Digest) => artifacts.jsonOf(digest)) });
  const isDenied = once(async (url: string) => (await egress.denial(url)) !== null);
  let asked: Promise<readonly HostCapabilities[]> | undefined;

  async function isCommitted(digest: Digest, size?: number): Promise<boolean> {
    const artifact = await artifactOf(digest);
    return artifact?.status === 'committed' && (size === undefined || artifact.size_bytes === size);
  }

  async function missingFiles({ files }: FrameworkDefinition): Promise<number[]> {
    const present = await Promise.all(files.map(({ digest, size_bytes }) => isCommitted(digest, size_bytes)));
    return present.flatMap((isPresent, at) => (isPresent ? [] : [at]));
  }

  async function isCaseSetMissing({ config }: FrameworkDefinition): Promise<boolean> {
    const named = v.safeParse(NamedCaseSet, config);
    return named.success && !(await isCommitted(named.output.case_set.digest));
  }

  return async function factsOf(pins: Pins): Promise<WorkflowFacts> {
    const digests = pinnedDigests(pins);
    const [framework_definition, runner, subject, environment, gate_policy] = await Promise.all([
      component('framework_definition', digests.framework_definition),
      component('runner', digests.runner),
      component('subject', digests.subject),
      component('environment', digests.environment),
      component('gate_policy', digests.gate_policy),
    ]);
    const definition = framework_definition.manifest;
    const target = environment.manifest?.target_env;
    const lookedUp: LookedUp = {
      missingFiles: definition ? await missingFiles(definition) : [],
      isCaseSetMissing: definition !== null && (await isCaseSetMissing(definition)),
      isTargetDenied: target !== undefined && (await isDenied(target)),
    };
    asked ??= hosts();
    return {
      components: { framework_definition, runner, subject, environment, gate_policy },
      lookedUp,
      hosts: await asked,
    };
  };
}

/** Calls `ask` once per argument, even with concurrent calls. */
function once<Given, Answer>(ask: (given: Given) => Promise<Answer>): (given: Given) => Promise<Answer> {
  const asked = new Map<Given, Promise<Answer>>();
  return (given) => {
    const answer = asked.get(given) ?? ask(given);
    asked.set(given, answer);
    return answer;
  };
}
