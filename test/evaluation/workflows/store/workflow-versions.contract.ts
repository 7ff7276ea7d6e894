import { beforeEach, describe, expect, test } from 'vitest';
import { canonicalJson, digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import type { HostCapabilities } from '../../../../functions/evaluation/domain/hosts/host-capabilities.ts';
import { MANAGED_HOST } from '../../../../functions/evaluation/domain/hosts/managed-host.ts';
import { BUILT_IN_RUNNER } from '../../../../functions/evaluation/domain/replay-regression/built-in-runner.ts';
import {
  COMPONENT_NAMES,
  type ComponentName,
  type Pins,
} from '../../../../functions/evaluation/domain/workflows/pins.ts';
import type { ManifestSource } from '../../../../functions/evaluation/workflows/store/component-reader.ts';
import { workflowVersionStore } from '../../../../functions/evaluation/workflows/store/workflow-versions.ts';
import type { Digest } from '../../../../functions/platform/values/digest.ts';
import type { Json, Table } from '../../../../functions/platform/world.ts';
import { DEFINITION, ENVIRONMENT, FILE, GATE_POLICY, SUBJECT } from '../../domain/workflows/sample-manifests.ts';

const MANIFESTS: Record<ComponentName, unknown> = {
  framework_definition: DEFINITION,
  runner: BUILT_IN_RUNNER.manifest,
  subject: SUBJECT,
  environment: ENVIRONMENT,
  gate_policy: GATE_POLICY,
};
const version = (value: unknown) => ({ version: digestOfJson(value) });
const PINS: Pins = {
  framework_definition: { digest: digestOfJson(DEFINITION) },
  runner: version(BUILT_IN_RUNNER.manifest),
  subject: version(SUBJECT),
  environment: version(ENVIRONMENT),
  gate_policy: version(GATE_POLICY),
};
const CREATED = 1_795_176_000_000;

/** Artifacts by digest, with their status and value. Counts the lookups of each. */
function artifactsStage() {
  const kept = new Map<Digest, { status: 'pending' | 'committed' | 'expired'; size_bytes: number; value: Json }>();
  const looked: Digest[] = [];
  const source: ManifestSource = {
    find: async (digest) => {
      looked.push(digest);
      return kept.get(digest);
    },
    jsonOf: async (digest) => kept.get(digest)?.value,
  };
  const keep = (value: unknown, change: { status?: 'pending' | 'expired'; size_bytes?: number } = {}) => {
    const text = canonicalJson(value);
    kept.set(digestOfJson(value), {
      status: 'committed',
      size_bytes: Buffer.byteLength(text),
      value: JSON.parse(text),
      ...change,
    });
  };
  return { source, keep, looked };
}

/** Contract of workflow versions, for any table. */
export function workflowVersionsContract(open: () => Promise<Table>): void {
  let table: Table;
  let tenants = 0;

  beforeEach(async () => {
    table ??= await open();
    tenants++;
  });

  function stage({ tenant = `t${tenants}`, at = CREATED, hosts = [MANAGED_HOST] as HostCapabilities[] } = {}) {
    const artifacts = artifactsStage();
    const time = { at };
    const denied: string[] = [];
    const egress = {
      denial: async (url: string) => (denied.includes(url) ? 'denied' : null),
      addresses: async () => [],
    };
    const versions = workflowVersionStore(
      { table, egress, now: () => time.at, artifacts: artifacts.source, hosts: async () => hosts },
      tenant,
    );
    return { versions, artifacts, time, denied, hosts };
  }

  describe('resolve (evaluation 3.6)', () => {
    test('makes one record for 10 concurrent requests', async () => {
      const { versions, time } = stage();
      const made = await Promise.all(
        Array.from({ length: 10 }, () => {
          time.at++;
          return versions.resolve(PINS);
        }),
      );
      expect(new Set(made.map(({ created_at }) => created_at)).size).toBe(1);
      expect((await versions.page({ limit: 100, after: null })).items).toHaveLength(1);
      expect((await versions.find(made[0]?.workflow_version_digest ?? ''))?.created_at).toBe(made[0]?.created_at);
    });

    test('updates known components, class and negotiation when manifests arrive, and nothing else', async () => {
      const { versions, artifacts, time } = stage();
      const before = await versions.resolve(PINS);
      expect(before).toMatchObject({
        resolution: 'incomplete',
        reproducibility_class: 'live',
        runnable: false,
        capability_negotiation: { status: 'unverified' },
      });
      for (const name of COMPONENT_NAMES) artifacts.keep(MANIFESTS[name]);
      time.at += 60_000;
      const after = await versions.resolve(PINS);
      expect(after).toMatchObject({
        resolution: 'complete',
        reproducibility_class: 'recorded_external',
        runnable: true,
        diagnostics: [],
        capability_negotiation: { status: 'supported', eligible_hosts: ['managed'] },
      });
      for (const name of ['workflow_version_digest', 'workflow_version', 'lineage_digest', 'created_at'] as const)
        expect(after[name]).toEqual(before[name]);
      expect(await versions.find(after.workflow_version_digest)).toEqual(after);
    });

    test('updates the negotiation and its digest when hosts change', async () => {
      const { versions, artifacts, hosts } = stage();
      for (const name of COMPONENT_NAMES) artifacts.keep(MANIFESTS[name]);
      const before = await versions.resolve(PINS);
      hosts.splice(0, 1, { ...MANAGED_HOST, capabilities: [] });
      const after = await versions.resolve(PINS);
      expect([before, after].map(({ capability_negotiation: { status } }) => status)).toEqual([
        'supported',
        'unsupported',
      ]);
      expect(after.capability_negotiation.capability_set_digest).not.toBe(
        before.capability_negotiation.capability_set_digest,
      );
    });

    test.for(['pending', 'expired'] as const)('counts a manifest that is %s as unknown', async (status) => {
      const { versions, artifacts } = stage();
      for (const name of COMPONENT_NAMES) artifacts.keep(MANIFESTS[name], name === 'subject' ? { status } : {});
      const resolved = await versions.resolve(PINS);
      expect(resolved).toMatchObject({ resolution: 'incomplete', components: { subject: { known: false } } });
    });

    test('does not read a manifest larger than 1 MiB', async () => {
      const { versions, artifacts } = stage();
      for (const name of COMPONENT_NAMES)
        artifacts.keep(MANIFESTS[name], name === 'subject' ? { size_bytes: 1_048_577 } : {});
      expect((await versions.resolve(PINS)).diagnostics).toMatchObject([
        { code: 'MANIFEST_INVALID', pointer: '#/subject' },
      ]);
    });
  });

  describe('the lookup of components (evaluation 3.6)', () => {
    test('finds a target that is not allowed', async () => {
      const { versions, artifacts, denied } = stage();
      for (const name of COMPONENT_NAMES) artifacts.keep(MANIFESTS[name]);
      denied.push(ENVIRONMENT.target_env);
      expect((await versions.look(PINS)).diagnostics).toMatchObject([{ code: 'TARGET_NOT_ALLOWED' }]);
    });

    test('finds files of a definition that are not committed artifacts of their size', async () => {
      const { versions, artifacts } = stage();
      const present = { text: 'rubric' };
      const file = (path: string, size_bytes: number) => ({ path, size_bytes, digest: digestOfJson(present) });
      const definition = {
        ...DEFINITION,
        files: [file('a', canonicalJson(present).length), file('b', 3), { ...FILE, path: 'c' }],
      };
      for (const value of [...Object.values(MANIFESTS), present, definition]) artifacts.keep(value);
      const pins = { ...PINS, framework_definition: { digest: digestOfJson(definition) } };
      expect((await versions.look(pins)).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
        'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files/1',
        'RUNNER_DEFINITION_NOT_CLOSED #/framework_definition/files/2',
      ]);
    });

    test('returns the manifests of a run, or null and a diagnostic for an unknown or invalid one', async () => {
      const { versions, artifacts } = stage();
      for (const value of [DEFINITION, BUILT_IN_RUNNER.manifest, ENVIRONMENT, { ...GATE_POLICY, rules: 1 }])
        artifacts.keep(value);
      const pins = { ...PINS, gate_policy: version({ ...GATE_POLICY, rules: 1 }) };
      const found = await versions.manifests(pins);
      expect(found).toMatchObject({
        subject: null,
        gate_policy: null,
        environment: { target_env: ENVIRONMENT.target_env },
      });
      expect(found.diagnostics.map(({ code }) => code)).toEqual(['COMPONENT_UNKNOWN', 'GATE_RULE_INVALID']);
    });

    test('stores nothing', async () => {
      const { versions } = stage();
      const { workflow_version_digest } = await versions.look(PINS);
      expect(await versions.find(workflow_version_digest)).toBeUndefined();
      expect((await versions.page({ limit: 10, after: null })).items).toEqual([]);
    });
  });

  describe('the list of workflow versions (evaluation 3.6)', () => {
    test('has the newest first, page by page', async () => {
      const { versions, artifacts, time } = stage();
      const subjects = ['a', 'b', 'c'].map((name) => ({ ...SUBJECT, name }));
      for (const subject of subjects) {
        time.at++;
        await versions.resolve({ ...PINS, subject: version(subject) });
      }
      artifacts.looked.splice(0);
      const first = await versions.page({ limit: 2, after: null });
      expect(artifacts.looked).toHaveLength(6);
      const second = await versions.page({ limit: 2, after: first.next });
      expect([...first.items, ...second.items].map(({ created_at }) => created_at - CREATED)).toEqual([3, 2, 1]);
      expect(second.next).toBeNull();
    });

    test('has no version of another tenant', async () => {
      const { workflow_version_digest } = await stage().versions.resolve(PINS);
      const other = stage({ tenant: `other${tenants}` }).versions;
      expect(await other.find(workflow_version_digest)).toBeUndefined();
      expect((await other.page({ limit: 10, after: null })).items).toEqual([]);
    });
  });
}
