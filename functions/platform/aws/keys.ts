import { randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { openText, parseEnvelope, sealText } from '../envelope.ts';
import type { AwsConfig } from '../settings/config.ts';
import type { Keys } from '../world.ts';
import { type ClientLimits, clientOptions } from './client-limits.ts';

/** The key of a deployment. */
export const deployedKeys = ({ channelKeyId }: Pick<AwsConfig, 'channelKeyId'>, limits: ClientLimits): Keys =>
  kmsKeys(new KMSClient(clientOptions(limits)), channelKeyId);

/**
 * The Keys port on KMS: every text is sealed under its own data key, which KMS encrypts with the same context. Texts
 * sealed under an older key can still be opened if the role may use that key.
 */
export function kmsKeys(client: KMSClient, keyId: string): Keys {
  return {
    async seal(text, context) {
      const { Plaintext, CiphertextBlob, KeyId } = await client.send(
        new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: { ...context } }),
      );
      if (!Plaintext || !CiphertextBlob || !KeyId) throw new Error('KMS made no data key');
      try {
        return sealText(text, { kid: KeyId, edk: CiphertextBlob, key: Plaintext, iv: randomBytes(12) }, context);
      } finally {
        Plaintext.fill(0);
      }
    },

    async open(sealed, context) {
      const envelope = parseEnvelope(sealed);
      const { Plaintext } = await client.send(
        new DecryptCommand({
          KeyId: envelope.kid,
          CiphertextBlob: Buffer.from(envelope.edk, 'base64'),
          EncryptionContext: { ...context },
        }),
      );
      if (!Plaintext) throw new Error('KMS opened no data key');
      try {
        return openText(envelope, Plaintext, context);
      } finally {
        Plaintext.fill(0);
      }
    },
  };
}
