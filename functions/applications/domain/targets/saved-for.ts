import * as v from 'valibot';
import { coversOrigin, readOriginPattern } from '../../../platform/values/origin-pattern.ts';
import { MAX_TARGETS } from './target.ts';

/** Stands for the loopback targets of a service that listens on loopback only. */
export const LOOPBACK = 'loopback';

/**
 * The addresses that a value of the settings was saved for, as stored. An empty list waits for the first target that is
 * allowed. Absent in rows of earlier versions, whose values belong to every allowed target.
 */
export const SavedFor = v.optional(v.array(v.string()));
export type SavedFor = v.InferOutput<typeof SavedFor>;

/** The addresses as a caller names them. */
export const SavedForChange = v.pipe(
  v.array(
    v.pipe(
      v.string(),
      v.transform((text) => (text === LOOPBACK ? LOOPBACK : readOriginPattern(text))),
      v.string(),
    ),
  ),
  v.maxLength(MAX_TARGETS),
);

/** Where a run sends. */
export interface Destination {
  /** Of targetEnv; null for an address that is none. */
  origin: string | null;
  /** Allowed by the loopback default. */
  isLoopback: boolean;
  /** Addresses of SVC_TARGETS. */
  ofSetting: readonly string[];
}

/** Whether a value may be sent there; that the run may send there at all is decided before. */
export function belongsTo(savedFor: SavedFor, { origin, isLoopback, ofSetting }: Destination): boolean {
  if (savedFor === undefined) return true;
  if (isLoopback && (savedFor.length === 0 || savedFor.includes(LOOPBACK))) return true;
  const addresses = savedFor.length === 0 ? ofSetting : savedFor;
  return origin !== null && addresses.some((address) => address !== LOOPBACK && coversOrigin(address, origin));
}

/** What a value is saved for if the caller names nothing: all targets that are allowed now. */
export const savedForAll = (addresses: readonly string[], isLoopbackOnly: boolean): string[] =>
  addresses.length > 0 && isLoopbackOnly ? [...addresses, LOOPBACK] : [...addresses];

/** The addresses of a value that is kept: a caller who does not send it can take addresses away, and add none. */
export function narrowed(before: SavedFor, wanted: SavedFor): { ok: boolean; savedFor: SavedFor } {
  if (wanted === undefined || before === undefined) return { ok: true, savedFor: wanted ?? before };
  return { ok: wanted.every((address) => before.includes(address)), savedFor: wanted };
}
