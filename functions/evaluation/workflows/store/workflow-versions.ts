import * as v from 'valibot';
import type { Digest } from '../../../platform/values/digest.ts';
import { hexOf } from '../../../platform/values/digest.ts';
import { partitionOf } from '../../../platform/values/families/row-families.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, World } from '../../../platform/world.ts';
import type { Diagnostic } from '../../domain/workflows/diagnostics.ts';
import type { ManifestOf } from '../../domain/workflows/parse-manifest.ts';
import {
  type ComponentName,
  type Pins,
  WorkflowVersion,
  workflowVersionDigest,
  workflowVersionOf,
} from '../../domain/workflows/pins.ts';
import { type ResolvedWorkflow, resolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';
import { type WorkflowFactsSources, workflowFacts } from './workflow-facts.ts';

export type WorkflowVersionStore = ReturnType<typeof workflowVersionStore>;

/** Manifests of a run. Null for a manifest that is unknown or invalid. */
export type RunManifests = { [Name in ComponentName]: ManifestOf<Name> | null } & { diagnostics: Diagnostic[] };

const StoredVersion = v.object({ workflow_version: WorkflowVersion, created_at: v.number() });

/**
 * Workflow versions (evaluation 3.6): pk `T#<tenant>#WFV#<hex>`, sk `META`, index i1 `T#<tenant>#WFVS` by the time of
 * the first `resolve`. Only the pins and that time are stored. Everything else is derived from them and the current
 * facts.
 */
export function workflowVersionStore(
  { table, now, ...sources }: Pick<World, 'table' | 'now'> & WorkflowFactsSources,
  tenant: string,
) {
  const listPk = partitionOf('workflowVersionLists', tenant);
  const keyOf = (digest: Digest) => ({ pk: partitionOf('workflowVersions', tenant, hexOf(digest)), sk: 'META' });
  const derive = async (pins: Pins, created_at: number, factsOf = workflowFacts(sources)) =>
    resolvedWorkflow(pins, created_at, await factsOf(pins));

  function rowOf(digest: Digest, pins: Pins, created_at: number): Item {
    const indexKeys = { i1pk: listPk, i1sk: `${paddedTime(created_at)}#${hexOf(digest)}` };
    return { ...keyOf(digest), ...indexKeys, workflow_version: workflowVersionOf(pins), created_at };
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
    /** Stores a workflow version on the first call. `created_at` is the time of that call. */
    async resolve(pins: Pins): Promise<ResolvedWorkflow> {
      const digest = workflowVersionDigest(pins);
      const at = now();
      if (await table.put(rowOf(digest, pins, at), { when: 'absent' })) return derive(pins, at);
      const before = await find(digest);
      if (before === undefined) throw new Error('a stored workflow version no longer exists');
      return before;
    },

    find,

    /** The pins of a version; unlike `find` without what is known of its manifests. */
    pinsOf: async (digest: Digest): Promise<Pins | undefined> => (await stored(digest))?.workflow_version,

    /** A page, newest first. On AWS a version resolved just now may be missing for a moment. */
    async page({ limit, after }: { limit: number; after: string | null }) {
      const query = { index: 'i1', pk: listPk, descending: true, limit } as const;
      const { items, next } = await table.query({ ...query, ...(after !== null && { after }) });
      const factsOf = workflowFacts(sources);
      const versions = items.map((item) => v.parse(StoredVersion, item));
      const derived = versions.map(({ workflow_version, created_at }) => derive(workflow_version, created_at, factsOf));
      return { items: await Promise.all(derived), next };
    },

    /** The result of `resolve` for these pins, without storing anything. */
    look: async (pins: Pins): Promise<ResolvedWorkflow> => derive(pins, now()),

    /** The manifests that the steps of a run use, with their diagnostics. */
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
