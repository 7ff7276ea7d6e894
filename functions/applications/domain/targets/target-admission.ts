import * as v from 'valibot';
import { coversOrigin } from '../../../platform/values/origin-pattern.ts';

/**
 * Why a run may send credentials to its target: it is among the targets of the application or SVC_TARGETS; by the
 * loopback default; or an administrator allowed it for this run.
 */
export const Admission = v.picklist(['listed', 'loopback', 'once']);
export type Admission = v.InferOutput<typeof Admission>;

/** What decides whether an origin is an allowed target. */
export interface AdmissionFacts {
  /** Of targetEnv. */
  origin: string;
  /** Normalized addresses: the targets of the application and those of SVC_TARGETS. */
  addresses: readonly string[];
  /** The service listens on loopback only. */
  isLoopbackOnly: boolean;
  /** The service knows the caller, by a credential or as its own user. Asked for loopback targets only. */
  isKnownCaller(): Promise<boolean> | boolean;
}

/** How an origin is allowed as a target; null if it is not. The one rule behind every run (interface 14). */
export async function targetAdmission({
  origin,
  addresses,
  isLoopbackOnly,
  isKnownCaller,
}: AdmissionFacts): Promise<'listed' | 'loopback' | null> {
  if (addresses.some((address) => coversOrigin(address, origin))) return 'listed';
  return isLoopbackOnly && isLoopbackOrigin(origin) && (await isKnownCaller()) ? 'loopback' : null;
}

/** An IPv4 or IPv6 loopback literal, or `localhost`, which connections reach at a loopback address only. */
export const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(origin);
