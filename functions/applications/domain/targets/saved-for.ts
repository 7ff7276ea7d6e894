import * as v from 'valibot';
import { coversOrigin, parseOriginPattern } from '../../../platform/values/origin-pattern.ts';
import { MAX_TARGETS } from './target.ts';

/** Stands for the loopback targets of a service that listens on loopback only. @internal */
export const LOOPBACK = 'loopback';

/** Stands for runs that a version without allowed targets started, until they end. @internal */
export const EARLIER_RUNS = 'earlier-runs';

const WORDS: readonly string[] = [LOOPBACK, EARLIER_RUNS];

/**
 * The addresses that a value of the settings was saved for, as stored. An empty list waits for the first target that is
 * allowed. Absent in rows of earlier versions, until the values are bound to what is allowed then (earlier-values.ts).
 */
export const SavedFor = v.optional(v.array(v.string()));
export type SavedFor = v.InferOutput<typeof SavedFor>;

/** The addresses as a caller names them. */
export const SavedForChange = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.transform((text) => (WORDS.includes(text) ? text : parseOriginPattern(text))),
      v.string(),
    ),
  ),
  v.maxLength(MAX_TARGETS),
);

/** Where a run sends. */
export interface Destination {
  /** Of targetEnv; null for an invalid address. */
  origin: string | null;
  /** Allowed by the loopback default. */
  isLoopback: boolean;
  /** Of a run that a version without allowed targets started. */
  isEarlierRun: boolean;
  /** Addresses of SVC_TARGETS. */
  ofSetting: readonly string[];
}

/** Whether a value may be sent there; that the run may send there at all is decided before. */
export function belongsTo(savedFor: SavedFor, { origin, isLoopback, isEarlierRun, ofSetting }: Destination): boolean {
  if (savedFor === undefined || (isEarlierRun && savedFor.includes(EARLIER_RUNS))) return true;
  if (isLoopback && (savedFor.length === 0 || savedFor.includes(LOOPBACK))) return true;
  const addresses = savedFor.length === 0 ? ofSetting : savedFor;
  return origin !== null && addresses.some((address) => coversOrigin(address, origin));
}

/** What a value is saved for if the caller names nothing: all targets that are allowed now. */
export const savedForAll = (addresses: readonly string[], isLoopbackOnly: boolean): string[] =>
  addresses.length > 0 && isLoopbackOnly ? [...addresses, LOOPBACK] : [...addresses];

/**
 * What a value of an earlier version is bound to: the addresses that are allowed at the upgrade, and none that is
 * allowed later. Without an address it does not wait for the first one.
 */
export const savedForEarlier = (addresses: readonly string[]): string[] => [
  ...new Set([...addresses, LOOPBACK, EARLIER_RUNS]),
];

/** The addresses of a value that is kept: a caller who does not send it can take addresses away, and add none. */
export function narrowed(before: readonly string[], wanted: SavedFor): { ok: boolean; savedFor: string[] } {
  if (wanted === undefined) return { ok: true, savedFor: [...before] };
  return { ok: wanted.every((address) => before.includes(address)), savedFor: wanted };
}
