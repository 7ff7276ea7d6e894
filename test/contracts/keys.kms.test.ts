import { createCipheriv, createDecipheriv } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, test } from 'vitest';
import { kmsKeys } from '../../functions/platform/aws/keys.ts';
import { randomBytes } from '../support/test-random.ts';
import { keysContract } from './keys.contract.ts';

const ARN = 'arn:aws:kms:us-east-1:1:key/1';
const OLD_ARN = 'arn:aws:kms:us-east-1:1:key/0';

/** A minimal KMS: data keys sealed for a context, under keys that it holds. */
function fakeKms() {
  const held = new Map([ARN, OLD_ARN].map((arn) => [arn, randomBytes(32)]));
  const keyOf = (arn: string | undefined) => {
    const key = held.get(arn ?? '');
    if (!key) throw new Error('NotFoundException');
    return key;
  };
  const associated = (context: Record<string, string> = {}) =>
    Buffer.from(JSON.stringify(Object.entries(context).sort()));
  const client = mockClient(KMSClient);

  client.on(GenerateDataKeyCommand).callsFake(({ KeyId, KeySpec, EncryptionContext }) => {
    expect(KeySpec).toBe('AES_256');
    const [dataKey, iv] = [randomBytes(32), randomBytes(12)];
    const cipher = createCipheriv('aes-256-gcm', keyOf(KeyId), iv).setAAD(associated(EncryptionContext));
    const sealed = Buffer.concat([iv, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
    return { KeyId, Plaintext: Uint8Array.from(dataKey), CiphertextBlob: Uint8Array.from(sealed) };
  });
  client.on(DecryptCommand).callsFake(({ KeyId, CiphertextBlob, EncryptionContext }) => {
    const blob = Buffer.from(CiphertextBlob);
    const decipher = createDecipheriv('aes-256-gcm', keyOf(KeyId), blob.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(associated(EncryptionContext)).setAuthTag(blob.subarray(-16));
    return {
      KeyId,
      Plaintext: Uint8Array.from(Buffer.concat([decipher.update(blob.subarray(12, -16)), decipher.final()])),
    };
  });
  return client;
}

describe('the Keys port on KMS', () => {
  keysContract(() => {
    fakeKms();
    return kmsKeys(new KMSClient({ region: 'us-east-1' }), ARN);
  });

  test('sends the context with both calls, and seals every text under a separate data key', async () => {
    const kms = fakeKms();
    const keys = kmsKeys(new KMSClient({ region: 'us-east-1' }), ARN);
    const context = { tenant: 't', subject: 'c', field: 'url' };
    await keys.open(await keys.seal('one', context), context);
    await keys.seal('two', context);
    const made = kms.commandCalls(GenerateDataKeyCommand).map(({ args }) => args[0].input);
    expect(made).toEqual(Array(2).fill({ KeyId: ARN, KeySpec: 'AES_256', EncryptionContext: context }));
    expect(kms.commandCalls(DecryptCommand)[0]?.args[0].input).toMatchObject({
      KeyId: ARN,
      EncryptionContext: context,
    });
  });

  test('opens what an older key has sealed', async () => {
    fakeKms();
    const client = new KMSClient({ region: 'us-east-1' });
    const context = { tenant: 't', subject: 'c', field: 'secret' };
    const sealed = await kmsKeys(client, OLD_ARN).seal('text', context);
    expect(await kmsKeys(client, ARN).open(sealed, context)).toBe('text');
  });
});
