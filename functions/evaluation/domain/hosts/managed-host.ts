import type { HostCapabilities } from './host-capabilities.ts';

/** Versions of the protocol between the service and its hosts (evaluation 3.6). */
export const KERNEL_PROTOCOL = { min: 1, max: 1 } as const;

/**
 * The service itself as a host (evaluation 3.11). Its replays call no language model, so `replay.ai_analysis` is not
 * one of its capabilities.
 */
export const MANAGED_HOST: HostCapabilities = {
  host_id: 'managed',
  capabilities: ['network.egress.target', 'replay.engine.v1', 'runtime.builtin'],
  protocol: KERNEL_PROTOCOL,
  runner_versions: 'built_in',
  revoked: false,
};
