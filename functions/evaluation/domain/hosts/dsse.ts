import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { parseStrictJson } from '../strict-json.ts';
import type { HostKey } from './host.ts';

/** Payload type of published batches (evaluation 3.11). */
export const BATCH_PAYLOAD_TYPE = 'application/vnd.eval.event-batch.v1+json';

/** Maximum signatures of an envelope. During key rotation a host may sign with both keys. */
const MAX_SIGNATURES = 5;

const SIGNATURE_BYTES = 64;

/**
 * Base64 in either alphabet (DSSE 1.0.0), with or without padding. The unused bits of its last character must be zero.
 */
const Base64 = v.pipe(
  v.string(),
  v.check((text) => bytesOf(text) !== null),
);

/** A DSSE envelope (evaluation 3.11). */
export const Envelope = v.object({
  payloadType: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  payload: Base64,
  signatures: v.pipe(
    v.array(v.object({ keyid: v.pipe(v.string(), v.maxLength(200)), sig: Base64 })),
    v.minLength(1),
    v.maxLength(MAX_SIGNATURES),
  ),
});

/** An envelope with decoded bytes. */
export interface ParsedEnvelope {
  payloadType: string;
  payload: Uint8Array;
  signatures: { keyid: string; sig: Uint8Array }[];
}

/** Parses an envelope as strict JSON, which every reader interprets the same. */
export function parseEnvelope(sent: Uint8Array): Result<ParsedEnvelope, 'invalid_envelope'> {
  const json = parseStrictJson(sent);
  const read = json.ok ? v.safeParse(Envelope, json.value) : null;
  if (!read?.success) return refuse('invalid_envelope', 'the body is not a DSSE envelope');
  const { payloadType, payload, signatures } = read.output;
  return accept({
    payloadType,
    payload: decoded(payload),
    signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: decoded(sig) })),
  });
}

/** The signed bytes: DSSE's pre-authentication encoding of the exact payload. @internal */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.byteLength} `),
    type,
    Buffer.from(` ${payload.byteLength} `),
    payload,
  ]);
}

/** The keyid of the key that signed the envelope. `keyid` only selects among the trusted keys (evaluation 3.11). */
export function signerOf(
  { payloadType, payload, signatures }: ParsedEnvelope,
  keys: readonly HostKey[],
): Result<string, 'key_not_trusted' | 'signature_invalid'> {
  const named = signatures.flatMap(({ keyid, sig }) =>
    keys.filter((key) => key.keyid === keyid).map((key) => ({ key, sig })),
  );
  if (named.length === 0) return refuse('key_not_trusted', 'the key does not belong to this host, or was revoked');
  const signed = preAuthEncoding(payloadType, payload);
  const good = named.find(
    ({ key, sig }) =>
      sig.byteLength === SIGNATURE_BYTES && verify(null, signed, createPublicKey({ key: key.jwk, format: 'jwk' }), sig),
  );
  return good ? accept(good.key.keyid) : refuse('signature_invalid', 'the signature does not match the payload');
}

function bytesOf(text: string): Uint8Array | null {
  const plain = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={0,2}$/, '');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === plain ? bytes : null;
}

/** Decodes a text that the schema has validated. */
const decoded = (text: string): Uint8Array => bytesOf(text) ?? new Uint8Array();
