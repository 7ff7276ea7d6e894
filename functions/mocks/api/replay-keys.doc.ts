import * as v from 'valibot';
import { answers, badParameterDoc, docs, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../platform/http/documents/shown-schemas.ts';

const ReplayKey = v.object({
  keyId: v.pipe(v.string(), v.description('The second word of `x-replay-signature`.')),
  key: v.pipe(v.string(), v.description('32 bytes in base64url. Keep it secret and do not log it.')),
});

/** What the OpenAPI document says of the keys of signatures. */
export const replayKeyDocs = docs('Downstream calls', {
  readReplayKeys: {
    summary: 'Read the keys that sign replayed requests',
    description:
      'For agents: a request is a replay only if `x-replay-signature` verifies with one of these keys (HMAC-SHA256, see docs/write-your-own-agent.md). At most two keys are valid. Read them again when a signature names another key.',
    responses: answers(named('ReplayKeys', v.object({ keys: v.array(ReplayKey) })), {
      keys: [{ keyId: '1', key: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0' }],
    }),
    refusals: [badParameterDoc('appId')],
  },
  rotateReplayKeys: {
    summary: 'Create a new key for the signatures of replayed requests',
    description:
      'The key signs from `signsAt` on, when every process knows it. The previous key stays valid until the next rotation. Before `signsAt`, a repeated request returns the same key.',
    responses: answers(named('RotatedReplayKey', v.object({ number: Count, signsAt: Time })), {
      number: 2,
      signsAt: EXAMPLE.time,
    }),
    refusals: [],
  },
});
