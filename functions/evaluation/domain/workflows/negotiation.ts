import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { capabilitySetDigest, type HostCapabilities, inForce } from '../hosts/host-capabilities.ts';
import { jsonPointer } from '../json-pointer.ts';
import type { EnvironmentManifest, ProtocolRange, RunnerManifest } from '../manifests/manifests.ts';
import { BUILT_IN_RUNNER } from '../replay-regression/built-in-runner.ts';
import { Diagnostic, diagnosticError } from './diagnostics.ts';

const DECLARERS = ['runner', 'environment'] as const;

/** Whether a host can run a workflow version, and which one (evaluation 3.6). */
export const CapabilityNegotiation = v.object({
  status: v.picklist(['supported', 'unsupported', 'unverified']),
  /** Protocol of the first eligible host. Null if there is none. */
  selected_protocol: v.nullable(v.number()),
  /** Ordered by id. */
  eligible_hosts: v.array(v.string()),
  /** `missing`: no host has it. */
  required: v.array(
    v.object({
      id: v.string(),
      declared_by: v.array(v.picklist(DECLARERS)),
      status: v.picklist(['satisfied', 'missing']),
    }),
  ),
  /** `available`: an eligible host has it. */
  optional: v.array(v.object({ id: v.string(), status: v.picklist(['available', 'not_available']) })),
  /** Changes when the capabilities of the hosts change (evaluation 5.9). */
  capability_set_digest: Digest,
  diagnostics: v.array(Diagnostic),
});
export type CapabilityNegotiation = v.InferOutput<typeof CapabilityNegotiation>;

/** Inputs of a negotiation. Null for a manifest that is unknown or invalid. */
export interface Negotiated {
  runner: RunnerManifest | null;
  runner_version: Digest;
  environment: EnvironmentManifest | null;
}

/**
 * Finds eligible hosts, ordered by id: they speak the runner's protocol, have the capabilities that runner and
 * environment require, and meet the residency.
 */
export function negotiate(wanted: Negotiated, known: readonly HostCapabilities[]): CapabilityNegotiation {
  const hosts = inForce(known);
  const { runner, environment } = wanted;
  const isVerified = runner !== null && environment !== null;
  const required = requiredBy(wanted).map((need) => ({
    ...need,
    status: hosts.some((host) => host.capabilities.includes(need.id)) ? ('satisfied' as const) : ('missing' as const),
  }));
  const eligible = isVerified
    ? hosts.filter(
        (host) =>
          hasRunner(host, runner, wanted.runner_version) &&
          speaksProtocol(host, runner) &&
          hasCapabilities(host, required) &&
          isInResidency(host, environment),
      )
    : [];
  const first = eligible[0];
  return {
    status: !isVerified ? 'unverified' : first ? 'supported' : 'unsupported',
    selected_protocol: runner && first ? Math.min(runner.protocol.max, first.protocol.max) : null,
    eligible_hosts: eligible.map(({ host_id }) => host_id),
    required,
    optional: [...new Set(runner?.optional_capabilities)].map((id) => ({
      id,
      status: eligible.some((host) => host.capabilities.includes(id)) ? 'available' : 'not_available',
    })),
    capability_set_digest: capabilitySetDigest(known),
    diagnostics: isVerified && !first ? mismatchDiagnostics(hosts, runner, wanted.runner_version, required) : [],
  };
}

type Required = CapabilityNegotiation['required'];

/** Required capabilities without duplicates, in the order of their declarations. */
function requiredBy(wanted: Negotiated): { id: string; declared_by: (typeof DECLARERS)[number][] }[] {
  const declared = DECLARERS.map((by) => ({ by, ids: wanted[by]?.required_capabilities ?? [] }));
  const ids = [...new Set(declared.flatMap((one) => one.ids))];
  return ids.map((id) => ({ id, declared_by: declared.filter((one) => one.ids.includes(id)).map(({ by }) => by) }));
}

/** Built-in runners run only in the service, and the service runs no other runner. */
function hasRunner({ runner_versions }: HostCapabilities, runner: RunnerManifest, version: Digest): boolean {
  if (runner_versions === 'built_in')
    return isBuiltIn(runner) && runner.framework === BUILT_IN_RUNNER.manifest.framework;
  return !isBuiltIn(runner) && (runner_versions === 'any' || runner_versions.includes(version));
}

const isBuiltIn = ({ runtime }: RunnerManifest) => runtime === 'builtin';

const speaksProtocol = ({ protocol }: { protocol: ProtocolRange }, runner: RunnerManifest): boolean =>
  protocol.min <= runner.protocol.max && runner.protocol.min <= protocol.max;

const hasCapabilities = ({ capabilities }: HostCapabilities, required: Required): boolean =>
  required.every(({ id }) => capabilities.includes(id));

/**
 * A worker must state that its data stays where the environment requires it. The service itself is where it is
 * deployed.
 */
const isInResidency = (host: HostCapabilities, { residency }: EnvironmentManifest): boolean =>
  residency === undefined || host.runner_versions === 'built_in' || host.residency === residency;

/** All obstacles between a runner and the hosts. If no single obstacle explains the failure, a general one is last. */
function mismatchDiagnostics(
  hosts: readonly HostCapabilities[],
  runner: RunnerManifest,
  version: Digest,
  required: Required,
): Diagnostic[] {
  const able = hosts.filter((host) => hasRunner(host, runner, version));
  const found: Diagnostic[] = [];
  if (able.length === 0)
    found.push(unsupported(['runner', 'runtime'], 'no host runs runners of this runtime, framework and version'));
  else if (!able.some((host) => speaksProtocol(host, runner)))
    found.push(
      diagnosticError('PROTOCOL_UNSUPPORTED', jsonPointer(['runner', 'protocol']), 'no host speaks this protocol'),
    );
  for (const { declared_by, status } of required)
    if (status === 'missing')
      for (const by of declared_by)
        found.push(unsupported([by, 'required_capabilities'], 'no host has the capability required here'));
  if (found.length > 0) return distinct(found);
  return [unsupported(['runner', 'required_capabilities'], 'no single host meets all requirements')];
}

const unsupported = (path: string[], detail: string): Diagnostic =>
  diagnosticError('CAPABILITY_UNSUPPORTED', jsonPointer(path), detail);

const distinct = (found: readonly Diagnostic[]): Diagnostic[] => [
  ...new Map(found.map((one) => [one.pointer, one])).values(),
];
