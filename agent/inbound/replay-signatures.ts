import { createSecretKey, type KeyObject } from 'node:crypto';
import { membersOf } from '../core/json-value.ts';
import { originals } from '../core/originals.ts';
import type { ServiceLink } from '../core/service-link.ts';
import type { Warnings } from '../core/warnings.ts';
import { isSignedBy, type ReplayClaim } from './replay-claim.ts';

/** Decides whether the service sent a request. */
export interface ReplaySignatures {
  /** True once for each request that the service signed; null if its key is not known and may be asked for. */
  check(claim: ReplayClaim): boolean | null;
  /**
   * Asks the service for its keys, unless that was done within the last second; ends with the answer. Never rejects.
   */
  refresh(): Promise<void>;
}

/** How far the time of a signature may be from the clock of this process. */
const MAX_SKEW_MS = 5 * 60_000;
/** An outsider who names unknown keys causes at most one question in this time. */
const REFRESH_MS = 1_000;
const TIMEOUT_MS = 5_000;

export interface SignatureOptions {
  link: ServiceLink;
  appId: string;
  warnings: Warnings;
  /** The untouched clock. */
  now(): number;
}

/** Creates the check of a process, which accepts each replay id once. */
export function replaySignatures({ link, appId, warnings, now }: SignatureOptions): ReplaySignatures {
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;
  /** Replay ids with the time (epoch ms) from which their signature is too old, oldest first. */
  const used = new Map<string, number>();

  /** A clock may be set back. */
  const mayAsk = (at: number) => at < askedAt || at - askedAt >= REFRESH_MS;

  function refused(why: string): false {
    warnings.warn('signature', `a request was not taken for a replay: ${why}`);
    return false;
  }

  async function ask(): Promise<void> {
    const path = `/api/recorder/apps/${encodeURIComponent(appId)}/replay-keys`;
    const answer = await link.call('GET', path, undefined, TIMEOUT_MS);
    if (answer?.status === 200) keys = keysOf(answer.body);
    else if (answer !== null)
      warnings.warn('keys', `the service gives no keys of replays (${answer.status}); nothing is taken for a replay`);
  }

  function forgetOld(at: number): void {
    for (const [replayId, until] of used) {
      if (until > at) return;
      used.delete(replayId);
    }
  }

  return {
    check(claim) {
      const { replayId, time } = claim.facts;
      const at = now();
      if (Math.abs(at - time) > MAX_SKEW_MS)
        return refused('its signature is older, or newer, than five minutes by the clock of this process');
      const key = keys.get(claim.keyId);
      if (key === undefined)
        return asking !== null || mayAsk(at) ? null : refused('its signature names an unknown key');
      if (!isSignedBy(key, claim))
        return refused('its signature does not fit; a proxy that rewrites method or path breaks signatures');
      forgetOld(at);
      if (used.has(replayId)) return refused('its replay id was used before');
      used.set(replayId, at + 2 * MAX_SKEW_MS);
      return true;
    },

    refresh() {
      if (asking !== null) return asking;
      const at = now();
      if (!mayAsk(at)) return Promise.resolve();
      askedAt = at;
      asking = ask().finally(() => {
        asking = null;
      });
      return asking;
    },
  };
}

function keysOf(body: unknown): Map<string, KeyObject> {
  const { keys } = membersOf(body);
  return new Map(
    (Array.isArray(keys) ? keys : []).flatMap((one): [string, KeyObject][] => {
      const { keyId, key } = membersOf(one);
      return typeof keyId === 'string' && typeof key === 'string' ? [[keyId, createSecretKey(key, 'base64url')]] : [];
    }),
  );
}

/** Resolves to null after `ms`, and after what arrived until then was read: an application may block its own thread. */
export const deadline = (ms: number): Promise<null> =>
  new Promise((resolve) => {
    originals.setTimeout(() => originals.setImmediate(() => resolve(null)), ms);
  });
