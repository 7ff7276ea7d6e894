import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboundOutcome } from '../../../../functions/platform/outbound/outbound.ts';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { sealAnswerNoting, sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';
import { GET, JSON_TYPE } from './sealed-request.ts';

const MODES = fc.constantFrom('seal' as const, 'remove' as const, 'keep' as const);
const NAMES = fc.constantFrom('password', 'access_token', 'x', 'note', 'id', '[redacted]');
const TEXTS = fc.constantFrom('hunter2-4711', 'k3Q9wZ7rT1xB', '[redacted]', 'plain', 'sealed.v1.', 'a=b&token=c');
const BODIES = fc.oneof(
  fc
    .dictionary(NAMES, fc.oneof(TEXTS, fc.integer(), fc.dictionary(NAMES, TEXTS)))
    .map((value) => JSON.stringify(value)),
  fc.tuple(NAMES, TEXTS).map(([name, text]) => `${name}=${text}`),
  TEXTS,
);
const TYPES = fc.constantFrom(JSON_TYPE, ['content-type', 'text/plain'] as [string, string]);

test('a body as recorded is sealed as one that is searched again, whatever it holds', () => {
  fc.assert(
    fc.property(BODIES, BODIES, TYPES, TYPES, MODES, (recordedBody, other, recordedType, type, credentials) => {
      const payload: CasePayload = {
        request: GET,
        response: { status: 200, headers: [recordedType], body: recordedBody, bodyEncoding: 'utf8' },
        calls: [],
      };
      const settings = { redact: [], credentials };
      const { response } = sealPayload(payload, settings, testSealer);
      for (const body of [recordedBody, response?.body ?? '', other]) {
        const headers = [type, ['set-cookie', 'sid=k3Q9wZ7rT1xB']] as [string, string][];
        const answer: OutboundOutcome = {
          kind: 'response',
          status: 200,
          headers,
          body: Buffer.from(body),
          truncated: false,
          durationMs: 1,
        };
        expect(sealAnswerNoting(answer, settings, testSealer, [], response)).toEqual(
          sealAnswerNoting(answer, settings, testSealer),
        );
      }
    }),
    { numRuns: 2000 },
  );
});
