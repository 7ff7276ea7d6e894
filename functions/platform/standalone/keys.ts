import { createHash, randomBytes } from 'node:crypto';
import { decrypt, encrypt, openText, parseEnvelope, type SealContext, sealText } from '../envelope.ts';
import type { Keys } from '../world.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The Keys port on master keys of 32 bytes: the first seals, and each opens what it has sealed. Throws without a key.
 */
export function localKeys(masterKeys: readonly Uint8Array[]): Keys {
  const byId = new Map(masterKeys.map((key) => [idOf(key), key]));
  const [sealing] = masterKeys;
  if (sealing === undefined) throw new Error('there is no master key');

  return {
    async seal(text, context) {
      const key = randomBytes(32);
      try {
        const edk = wrap(sealing, key, context);
        return sealText(text, { kid: idOf(sealing), edk, key, iv: randomBytes(IV_BYTES) }, context);
      } finally {
        key.fill(0);
      }
    },

    async open(sealed, context) {
      const envelope = parseEnvelope(sealed);
      const master = byId.get(envelope.kid);
      if (master === undefined) throw new Error('the master key that sealed this is not there');
      const key = unwrap(master, Buffer.from(envelope.edk, 'base64'), context);
      try {
        return openText(envelope, key, context);
      } finally {
        key.fill(0);
      }
    },
  };
}

/** A data key sealed under a master key: iv, ciphertext, tag. */
function wrap(master: Uint8Array, key: Uint8Array, context: SealContext): Buffer {
  const iv = randomBytes(IV_BYTES);
  const { ct, tag } = encrypt({ key: master, iv }, key, context);
  return Buffer.concat([iv, ct, tag]);
}

function unwrap(master: Uint8Array, edk: Buffer, context: SealContext): Buffer {
  const [iv, ct, tag] = [edk.subarray(0, IV_BYTES), edk.subarray(IV_BYTES, -TAG_BYTES), edk.subarray(-TAG_BYTES)];
  return decrypt({ key: master, iv }, { ct, tag }, context);
}

/** Identifies a master key without revealing it: its 32 bytes are random. */
const idOf = (key: Uint8Array) => createHash('sha256').update('master key').update(key).digest('hex').slice(0, 16);
