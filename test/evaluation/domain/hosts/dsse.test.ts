import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  BATCH_PAYLOAD_TYPE,
  parseEnvelope,
  preAuthEncoding,
  signerOf,
} from '../../../../functions/evaluation/domain/hosts/dsse.ts';
import type { PublicKey } from '../../../../functions/evaluation/domain/hosts/host.ts';

const made = (keyid: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' }) as PublicKey; // an Ed25519 key's
  return {
    key: { keyid, jwk, created_at: 0 },
    private: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  };
};
const [first, second] = [made('first'), made('second')];
const payload = Buffer.from('{"a":1}');
const signed = (by: typeof first, type = BATCH_PAYLOAD_TYPE) => sign(null, preAuthEncoding(type, payload), by.private);
const envelope = (...signatures: { keyid: string; sig: Uint8Array }[]) => ({
  payloadType: BATCH_PAYLOAD_TYPE,
  payload,
  signatures,
});
const sent = (more: object) =>
  Buffer.from(JSON.stringify({ payloadType: 't', payload: '', signatures: [{ keyid: 'k', sig: '' }], ...more }));

describe('a DSSE envelope (evaluation 3.11)', () => {
  test('has the pre-authentication encoding of the example of the protocol', () => {
    const encoded = preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
    expect(Buffer.from(encoded).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });

  test('counts lengths in bytes', () => {
    expect(Buffer.from(preAuthEncoding('é', Buffer.from('é'))).toString()).toBe('DSSEv1 2 é 2 é');
  });

  test.for<[string, string | null]>([
    ['+/+/', '+/+/'],
    ['-_-_', '+/+/'],
    ['YQ==', 'YQ=='],
    ['YQ', 'YQ=='],
    ['YR==', null],
    ['Y Q=', null],
    ['Y', null],
  ])('reads the base64 %s', ([text, bytes]) => {
    const parsed = parseEnvelope(sent({ payload: text }));
    expect(parsed.ok ? Buffer.from(parsed.value.payload).toString('base64') : null).toBe(bytes);
  });

  test.for([
    ['a missing payload', { payload: undefined }],
    ['a payload that is not text', { payload: 1 }],
    ['six signatures', { signatures: Array.from({ length: 6 }, () => ({ keyid: 'k', sig: '' })) }],
    ['a signature without keyid', { signatures: [{ sig: '' }] }],
  ])('is refused with %s', ([, more]) => {
    expect(parseEnvelope(sent(more as object))).toMatchObject({ ok: false, code: 'invalid_envelope' });
  });

  test('may have unknown members', () => {
    expect(parseEnvelope(sent({ note: 1 })).ok).toBe(true);
  });
});

describe('the signer of an envelope (evaluation 3.11: keyid only selects a key)', () => {
  const keys = [first.key, second.key];
  test.for<[string, ReturnType<typeof envelope>, string]>([
    ['the first key', envelope({ keyid: 'first', sig: signed(first) }), 'first'],
    ['the second key', envelope({ keyid: 'second', sig: signed(second) }), 'second'],
    [
      'one of two signatures',
      envelope({ keyid: 'unknown', sig: signed(first) }, { keyid: 'second', sig: signed(second) }),
      'second',
    ],
    [
      'a good signature beside a bad one',
      envelope({ keyid: 'first', sig: signed(second) }, { keyid: 'first', sig: signed(first) }),
      'first',
    ],
    ['another key', envelope({ keyid: 'unknown', sig: signed(first) }), 'key_not_trusted'],
    ['the signature of another key', envelope({ keyid: 'first', sig: signed(second) }), 'signature_invalid'],
    [
      'a signature over another type',
      envelope({ keyid: 'first', sig: signed(first, 'text/plain') }),
      'signature_invalid',
    ],
    [
      'a signature over the payload alone',
      envelope({ keyid: 'first', sig: sign(null, payload, first.private) }),
      'signature_invalid',
    ],
    [
      'a signature that is too short',
      envelope({ keyid: 'first', sig: signed(first).subarray(1) }),
      'signature_invalid',
    ],
    ['no signature', envelope({ keyid: 'first', sig: new Uint8Array() }), 'signature_invalid'],
  ])('is found by its key: %s', ([, given, expected]) => {
    const found = signerOf(given, keys);
    expect(found.ok ? found.value : found.code).toBe(expected);
  });
});
