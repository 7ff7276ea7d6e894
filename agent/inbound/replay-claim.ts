import { type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { replayMac, type SignedFacts } from '../../functions/mocks/domain/replay-key.ts';

/** What a request says of itself: that it is a replay, and that the service signed it. Nothing of it is checked yet. */
export interface ReplayClaim {
  keyId: string;
  facts: SignedFacts;
  mac: Buffer;
}

const REPLAY_ID = /^[0-9a-f]{24}$/;
const SIGNATURE = /^v1 ([\w-]{1,64}) ([1-9]\d{0,14}) ([\w-]{43})$/;

/** Reads the headers of a replayed request; null for every other request (docs/write-your-own-agent.md). */
export function replayClaim(request: IncomingMessage): ReplayClaim | null {
  const { 'x-replay-id': replayId, 'x-replay-mock': mock, 'x-replay-signature': signature } = request.headers;
  if (typeof replayId !== 'string' || typeof mock !== 'string' || typeof signature !== 'string') return null;
  const [, keyId, time, mac] = SIGNATURE.exec(signature) ?? [];
  if (keyId === undefined || time === undefined || mac === undefined || !REPLAY_ID.test(replayId)) return null;
  return {
    keyId,
    facts: { replayId, method: request.method ?? '', path: pathOf(request), time: Number(time), mock },
    mac: Buffer.from(mac, 'base64url'),
  };
}

/** Whether the key made the signature. */
export function isSignedBy(key: KeyObject, { facts, mac }: ReplayClaim): boolean {
  const expected = replayMac(facts, key);
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}

/** The path as it arrived: a middleware below a mount path sees another `url`. */
const pathOf = (request: IncomingMessage & { originalUrl?: unknown }): string =>
  typeof request.originalUrl === 'string' ? request.originalUrl : (request.url ?? '');
