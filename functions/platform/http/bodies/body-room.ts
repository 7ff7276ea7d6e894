import { workInPlace } from '../../work-in-place.ts';
import type { Work } from '../../world.ts';

/** The bytes of request bodies that one request has in memory. */
export interface BodyHold {
  /** Takes room for this many bytes; false if there is none. */
  take(bytes: number): boolean;
  /** Returns all that was taken. */
  release(): void;
}

/** Bounds how much memory and time request bodies take. */
export interface BodyLimits {
  hold(): BodyHold;
  /** Parses bodies, large ones in other threads. */
  work: Pick<Work, 'run'>;
  /** Maximum time for one body, ms. */
  timeoutMs: number;
}

interface BodyLimitOptions extends Pick<BodyLimits, 'timeoutMs'>, Partial<Pick<BodyLimits, 'work'>> {
  /** Maximum bytes of all bodies. */
  maxBytes: number;
}

/** Limits the bytes of all bodies that the process holds at a time: those that arrive and those that are processed. */
export function bodyLimits({ maxBytes, timeoutMs, work = workInPlace }: BodyLimitOptions): BodyLimits {
  let free = maxBytes;

  return {
    timeoutMs,
    work,
    hold() {
      let held = 0;
      return {
        take(bytes) {
          if (bytes > free) return false;
          free -= bytes;
          held += bytes;
          return true;
        },
        release() {
          free += held;
          held = 0;
        },
      };
    },
  };
}

/** No limit: a function of AWS handles one request at a time, whose body it receives as a whole. */
export const WHOLE_BODIES: BodyLimits = bodyLimits({ maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 2 ** 31 - 1 });
