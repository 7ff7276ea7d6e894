import * as v from 'valibot';
import type { Digest } from '../../../platform/digest.ts';
import type { Item, World } from '../../../platform/world.ts';
import type { Diagnostic } from '../domain/diagnostics.ts';
import {
  type ComponentName,
  type Pins,
  WorkflowVersion,
  workflowVersionDigest,
  workflowVersionOf,
} from '../domain/pins.ts';
import type { ManifestOf } from '../domain/read-manifest.ts';
import { type ResolvedWorkflow, resolvedWorkflow } from '../domain/resolved-workflow.ts';
import { type WorkflowFactsSources, workflowFacts } from './workflow-facts.ts';

export type WorkflowVersionsRepository = ReturnType<typeof workflowVersionsRepository>;

/** What a run runs with; null stands for a manifest that is unknown or not as it should be. */
export type RunManifests = { [Name in ComponentName]: ManifestOf<Name> | null } & { diagnostics: Diagnostic[] };

const StoredVersion = v.object({ workflow_version: WorkflowVersion, created_at: v.number() });

/**
 * Workflow versions (evaluation 3.6): pk `T#<tenant>#WFV#<hex>`, sk `META`, index i1 `T#<tenant>#WFVS` by the time of the first
 * `resolve`. Stored are the pins and that time alone; everything else follows from them and what is known when it is asked for.
 */
export function workflowVersionsRepository(
  { table, now, ...sources }: Pick<World, 'table' | 'now'> & WorkflowFactsSources,
  tenant: string,
) {
  const listPk = `T#${tenant}#WFVS`;
  const keyOf = (digest: Digest) => ({ pk: `T#${tenant}#WFV#${hexOf(digest)}`, sk: 'META' });
  const derive = async (pins: Pins, created_at: number, factsOf = workflowFacts(sources)) =>
    resolvedWorkflow(pins, created_at, await factsOf(pins));

  function rowOf(digest: Digest, pins: Pins, created_at: number): Item {
    const place = { i1pk: listPk, i1sk: `${String(created_at).padStart(15, '0')}#${hexOf(digest)}` };
    return { ...keyOf(digest), ...place, workflow_version: workflowVersionOf(pins), created_at };
  }

  async function stored(digest: Digest) {
    const item = await table.get(keyOf(digest));
    return item && v.parse(StoredVersion, item);
  }

  async function find(digest: Digest): Promise<ResolvedWorkflow | undefined> {
    const found = await stored(digest);
    return found && derive(found.workflow_version, found.created_at);
  }

  return {
    /** Keeps a workflow version the first time it is asked for; `created_at` is that of the first who asked. */
    async resolve(pins: Pins): Promise<ResolvedWorkflow> {
      const digest = workflowVersionDigest(pins);
      const at = now();
      if (await table.put(rowOf(digest, pins, at), { when: 'absent' })) return derive(pins, at);
      const before = await find(digest);
      if (before === undefined) throw new Error('a workflow version that was there is gone');
      return before;
    },

    find,

    /** A page, the newest first; on AWS one that was just resolved may be missing for a moment. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const query = { index: 'i1', pk: listPk, descending: true, limit } as const;
      const { items, next } = await table.query({ ...query, ...(after !== null && { after }) });
      const factsOf = workflowFacts(sources);
      const versions = items.map((item) => v.parse(StoredVersion, item));
      const derived = versions.map(({ workflow_version, created_at }) => derive(workflow_version, created_at, factsOf));
      return { items: await Promise.all(derived), next };
    },

    /** What `resolve` would say of pins, without keeping anything. */
    look: async (pins: Pins): Promise<ResolvedWorkflow> => derive(pins, now()),

    /** What the steps of a run work with, and what is wrong with it. */
    async manifests(pins: Pins): Promise<RunManifests> {
      const facts = await workflowFacts(sources)(pins);
      const { framework_definition, runner, subject, environment, gate_policy } = facts.components;
      return {
        framework_definition: framework_definition.manifest,
        runner: runner.manifest,
        subject: subject.manifest,
        environment: environment.manifest,
        gate_policy: gate_policy.manifest,
        diagnostics: resolvedWorkflow(pins, now(), facts).diagnostics,
      };
    },
  };
}

const hexOf = (digest: Digest): string => digest.slice('sha256:'.length);
