import * as v from 'valibot';
import { answers, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../platform/http/documents/shown-schemas.ts';
import { PublicJwk } from '../domain/sealed/file-keys.ts';

/** The refusal of a place that no answer named. */
export const INVALID_AFTER = refusal(400, 'INVALID_AFTER', 'after is not one of this endpoint');

/** What the OpenAPI document says of the keys of recordings (docs/credentials.md). */
export const recordingKeyDocs = docs('Recordings', {
  readRecordingKey: {
    summary: 'Read the public key for recordings',
    description:
      '`replay record --out --seal-key` seals the credentials of a file to this key (RFC 7517). Only this tenant can open them.',
    responses: answers(named('RecordingKey', PublicJwk), {
      kty: 'EC',
      crv: 'P-256',
      x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
      y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
      kid: '6740a1b2c3d4e5f6',
      use: 'enc',
      alg: 'ECDH-ES+A256KW',
    }),
  },
  rotateRecordingKeys: {
    summary: 'Create a new data key for recordings',
    description:
      'The key seals credentials from `sealsAt` on, when every process knows it. Older keys still open what they sealed. Before `sealsAt`, a repeated request returns the same key. `POST /api/recorder/keys/reseal` seals stored cases again.',
    responses: answers(named('RotatedRecordingKey', v.object({ number: Count, sealsAt: Time })), {
      number: 2,
      sealsAt: EXAMPLE.time,
    }),
  },
  resealCases: {
    summary: 'Seal stored cases under the current data key',
    description:
      'Seals up to 100 stored cases again. `next` is where the next call continues, and null after the last case. Repeating a call changes nothing. Cases that version 0.1.0 stored in clear are sealed too. After a pass over all cases, those without a code of their case are not opened any more.',
    request: json(named('ResealPlace', v.object({ after: v.nullish(v.string()) })), { after: null }),
    responses: answers(
      named('ResealedCases', v.object({ cases: Count, resealed: Count, next: v.nullable(v.string()) })),
      { cases: 100, resealed: 97, next: null },
    ),
    refusals: [INVALID_AFTER],
  },
});
