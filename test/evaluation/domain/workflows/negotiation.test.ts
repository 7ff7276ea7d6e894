import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import type { HostCapabilities } from '../../../../functions/evaluation/domain/hosts/host-capabilities.ts';
import { MANAGED_HOST } from '../../../../functions/evaluation/domain/hosts/managed-host.ts';
import { EnvironmentManifest, RunnerManifest } from '../../../../functions/evaluation/domain/manifests/manifests.ts';
import { negotiate } from '../../../../functions/evaluation/domain/workflows/negotiation.ts';
import { ENVIRONMENT, RUNNER, UNSUPPORTED_RUNNER } from './sample-manifests.ts';

const runner = (change: object = {}) => v.parse(RunnerManifest, { ...RUNNER, ...change });
const GPU_JUDGE = v.parse(RunnerManifest, UNSUPPORTED_RUNNER);
const environment = v.parse(EnvironmentManifest, ENVIRONMENT);
const plain = { ...environment, required_capabilities: [] };
const version = `sha256:${'5'.repeat(64)}`;
const wanted = (change: object = {}) => ({ runner: runner(), runner_version: version, environment, ...change });
const worker = (change: Partial<HostCapabilities> = {}): HostCapabilities => ({
  host_id: 'host_a',
  capabilities: ['accelerator.gpu.v1'],
  protocol: { min: 1, max: 1 },
  runner_versions: [version],
  revoked: false,
  ...change,
});
const faults = (...given: Parameters<typeof negotiate>) =>
  negotiate(...given).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);

describe('the capability negotiation (evaluation 3.6)', () => {
  test('supports the built-in runner on the service', () => {
    expect(negotiate(wanted(), [MANAGED_HOST])).toEqual({
      status: 'supported',
      selected_protocol: 1,
      eligible_hosts: ['managed'],
      required: [
        { id: 'replay.engine.v1', declared_by: ['runner'], status: 'satisfied' },
        { id: 'runtime.builtin', declared_by: ['runner'], status: 'satisfied' },
        { id: 'network.egress.target', declared_by: ['environment'], status: 'satisfied' },
      ],
      optional: [{ id: 'replay.ai_analysis', status: 'not_available' }],
      capability_set_digest: digestOfJson([
        {
          host_id: 'managed',
          capabilities: ['network.egress.target', 'replay.engine.v1', 'runtime.builtin'],
          protocol: { min: 1, max: 1 },
        },
      ]),
      diagnostics: [],
    });
  });

  test('does not support a runner without a host', () => {
    const found = negotiate(wanted({ runner: GPU_JUDGE }), [MANAGED_HOST]);
    expect(found).toMatchObject({ status: 'unsupported', selected_protocol: null, eligible_hosts: [] });
    expect(found.required[0]).toEqual({ id: 'accelerator.gpu.v1', declared_by: ['runner'], status: 'missing' });
    expect(found.diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'CAPABILITY_UNSUPPORTED #/runner/runtime',
      'CAPABILITY_UNSUPPORTED #/runner/required_capabilities',
    ]);
  });

  test.for([{ runner: null }, { environment: null }])('is unverified where a manifest is unknown: %o', (change) => {
    const found = negotiate(wanted(change), [MANAGED_HOST]);
    expect(found).toMatchObject({ status: 'unverified', selected_protocol: null, eligible_hosts: [], diagnostics: [] });
  });

  test('names a capability once that both require, with both', () => {
    const both = { ...environment, required_capabilities: ['runtime.builtin'] };
    expect(negotiate(wanted({ environment: both }), [MANAGED_HOST]).required).toContainEqual({
      id: 'runtime.builtin',
      declared_by: ['runner', 'environment'],
      status: 'satisfied',
    });
  });

  test('does not support an environment that requires more than any host has', () => {
    const more = { ...environment, required_capabilities: ['moon.base'] };
    expect(faults(wanted({ environment: more }), [MANAGED_HOST])).toEqual([
      'CAPABILITY_UNSUPPORTED #/environment/required_capabilities',
    ]);
  });

  test.for<[wanted: [number, number], host: [number, number], selected: number | null]>([
    [[1, 1], [1, 1], 1],
    [[1, 3], [1, 2], 2],
    [[2, 3], [1, 2], 2],
    [[1, 2], [2, 5], 2],
    [[3, 3], [1, 2], null],
    [[1, 1], [2, 3], null],
  ])('selects for runner %j and host %j the protocol %j', ([[min, max], [from, to], selected]) => {
    const found = negotiate(wanted({ runner: runner({ protocol: { min, max } }) }), [
      { ...MANAGED_HOST, protocol: { min: from, max: to } },
    ]);
    expect(found.selected_protocol).toBe(selected);
    expect(found.diagnostics.map(({ code }) => code)).toEqual(selected === null ? ['PROTOCOL_UNSUPPORTED'] : []);
  });

  test('sorts hosts by id, and takes the protocol of the first', () => {
    const hosts = [worker({ host_id: 'host_b' }), worker({ protocol: { min: 1, max: 2 } }), MANAGED_HOST];
    const speaking = { ...GPU_JUDGE, protocol: { min: 1, max: 2 } };
    expect(negotiate(wanted({ runner: speaking, environment: plain }), hosts)).toMatchObject({
      status: 'supported',
      selected_protocol: 2,
      eligible_hosts: ['host_a', 'host_b'],
    });
  });

  test.for<[why: string, host: HostCapabilities, fault: string]>([
    ['is revoked', worker({ revoked: true }), 'CAPABILITY_UNSUPPORTED #/runner/runtime'],
    ['runs other versions', worker({ runner_versions: [] }), 'CAPABILITY_UNSUPPORTED #/runner/runtime'],
    ['lacks something', worker({ capabilities: [] }), 'CAPABILITY_UNSUPPORTED #/runner/required_capabilities'],
    ['speaks otherwise', worker({ protocol: { min: 2, max: 2 } }), 'PROTOCOL_UNSUPPORTED #/runner/protocol'],
  ])('excludes a host that %s', ([, host, fault]) => {
    const found = negotiate(wanted({ runner: GPU_JUDGE, environment: plain }), [host]);
    expect(found).toMatchObject({ status: 'unsupported', eligible_hosts: [] });
    expect(faults(wanted({ runner: GPU_JUDGE, environment: plain }), [host])).toContain(fault);
  });

  test('accepts a worker for any version, but not for a runner of the service', () => {
    const any = worker({ runner_versions: 'any', capabilities: [...MANAGED_HOST.capabilities, 'accelerator.gpu.v1'] });
    expect(negotiate(wanted({ runner: GPU_JUDGE, environment: plain }), [any]).eligible_hosts).toEqual(['host_a']);
    expect(negotiate(wanted(), [any]).status).toBe('unsupported');
  });

  test('does not combine the capabilities of two hosts', () => {
    const needy = { ...GPU_JUDGE, required_capabilities: ['a', 'b'] };
    const hosts = [worker({ capabilities: ['a'] }), worker({ host_id: 'host_b', capabilities: ['b'] })];
    const found = negotiate(wanted({ runner: needy, environment: plain }), hosts);
    expect(found.status).toBe('unsupported');
    expect(found.required.map(({ status }) => status)).toEqual(['satisfied', 'satisfied']);
    expect(found.diagnostics).toHaveLength(1);
  });

  test('marks an optional capability of an eligible host as available', () => {
    const host = { ...MANAGED_HOST, capabilities: [...MANAGED_HOST.capabilities, 'replay.ai_analysis'] };
    expect(negotiate(wanted(), [host]).optional).toEqual([{ id: 'replay.ai_analysis', status: 'available' }]);
  });

  test('has a digest that changes only with the capabilities of hosts', () => {
    const digest = (...hosts: HostCapabilities[]) => negotiate(wanted(), hosts).capability_set_digest;
    const before = digest(MANAGED_HOST);
    expect(digest(MANAGED_HOST, worker({ revoked: true }))).toBe(before);
    expect(digest({ ...MANAGED_HOST, capabilities: MANAGED_HOST.capabilities.toReversed() })).toBe(before);
    expect(digest(MANAGED_HOST, worker())).not.toBe(before);
    expect(digest(worker(), MANAGED_HOST)).toBe(digest(MANAGED_HOST, worker()));
  });
});
