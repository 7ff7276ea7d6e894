import { createCipheriv, createDecipheriv } from 'node:crypto';
import { randomBytes } from '../../test-random.ts';
import { type AwsAnswer, type AwsCall, AwsError, jsonAnswer, jsonOf } from './aws-call.ts';
import type { Surroundings } from './surroundings.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Data keys under the keys of the template. One opens in the context only that it was made for, as at KMS. */
export function kms({ values, policies }: Surroundings) {
  const held = new Map(values.ofType('AWS::KMS::Key').map(({ name }) => [values.arnOf(name), randomBytes(32)]));
  const keyOf = (arn: string) => {
    const key = held.get(arn);
    if (key === undefined) throw new AwsError('NotFoundException');
    return key;
  };
  const contexts = new Set<string>();

  function dataKey(keyId: string, context: Record<string, string>) {
    const [plain, iv] = [randomBytes(32), randomBytes(IV_BYTES)];
    const cipher = createCipheriv('aes-256-gcm', keyOf(keyId), iv).setAAD(associated(context));
    const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    return { KeyId: keyId, Plaintext: plain.toString('base64'), CiphertextBlob: sealed.toString('base64') };
  }

  function opened(keyId: string, sealed: Buffer, context: Record<string, string>) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(keyId), sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(associated(context)).setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      return { KeyId: keyId, Plaintext: plain.toString('base64') };
    } catch {
      // The tag does not fit: other bytes, or another context.
      throw new AwsError('InvalidCiphertextException');
    }
  }

  return {
    /** What was sealed: the contexts of all data keys. */
    contexts: contexts as ReadonlySet<string>,
    async answer(call: AwsCall): Promise<AwsAnswer> {
      const { KeyId, CiphertextBlob, EncryptionContext = {} } = jsonOf(call);
      const context = Object.entries<string>(EncryptionContext).map(
        ([name, value]) => [`kms:EncryptionContext:${name}`, [value]] as const,
      );
      policies.hold(call.caller, {
        action: `kms:${call.operation}`,
        resource: KeyId,
        context: Object.fromEntries(context),
      });
      if (call.operation === 'Decrypt')
        return jsonAnswer(opened(KeyId, Buffer.from(CiphertextBlob, 'base64'), EncryptionContext));
      if (call.operation !== 'GenerateDataKey') throw new AwsError('InvalidAction');
      contexts.add(JSON.stringify(EncryptionContext));
      return jsonAnswer(dataKey(KeyId, EncryptionContext));
    },
  };
}

const associated = (context: Record<string, string>) => Buffer.from(JSON.stringify(Object.entries(context).sort()));
