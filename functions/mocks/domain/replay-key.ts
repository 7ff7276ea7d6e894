import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A key of one application that signs its replayed requests; agents of the application verify with it. */
export interface ReplayKey {
  keyId: string;
  /** 32 bytes in base64url. */
  key: string;
}

/** The same, as what signs: Node.js takes a key object in a quarter of the time that it needs for bytes. */
export interface SigningKey {
  keyId: string;
  key: KeyObject;
}

export const signingKeyOf = ({ keyId, key }: ReplayKey): SigningKey => ({
  keyId,
  key: createSecretKey(key, 'base64url'),
});

/**
 * Derives the key of an application from a key of its tenant, so that one application's agents sign for no other one.
 */
export const replayKeyOf = (appId: string, { number, key }: { number: number; key: string }): ReplayKey => ({
  keyId: String(number),
  key: createHmac('sha256', createSecretKey(key, 'base64url')).update(`replay signature\n${appId}`).digest('base64url'),
});

/** What a signature of version 1 covers (docs/write-your-own-agent.md). */
export interface SignedFacts {
  replayId: string;
  method: string;
  /** Path and query as on the wire, each byte one character. */
  path: string;
  /** Epoch ms. */
  time: number;
  /** Value of `x-replay-mock`. */
  mock: string;
}

/** The HMAC-SHA256 of a signature. */
export const replayMac = ({ replayId, method, path, time, mock }: SignedFacts, key: KeyObject): Buffer =>
  createHmac('sha256', key).update(['v1', replayId, method, path, time, mock].join('\n'), 'latin1').digest();

/** Returns the value of `x-replay-signature` (docs/write-your-own-agent.md). */
export const replaySignature = (facts: SignedFacts, { keyId, key }: SigningKey): string =>
  `v1 ${keyId} ${facts.time} ${replayMac(facts, key).toString('base64url')}`;
