import type { RedactRule } from '../../../../functions/applications/domain/redact-rule.ts';
import type { CasePayload, RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import { openRequest } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { sealAnswerNoting, sealPayload } from '../../../../functions/recordings/domain/sealed/seal-payload.ts';
import { testSealer } from '../../../support/test-sealer.ts';

type Mode = 'seal' | 'remove' | 'keep';

/** A request that the tests change. */
export const GET: RecordedRequest = { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' };
export const JSON_TYPE: [string, string] = ['content-type', 'application/json'];
export const FORM_TYPE: [string, string] = ['content-type', 'application/x-www-form-urlencoded'];

/** A request as it is stored. */
export function sealed(
  request: Partial<RecordedRequest>,
  mode: Mode = 'seal',
  redact: RedactRule[] = [],
): RecordedRequest {
  const payload: CasePayload = { request: { ...GET, ...request }, response: null, calls: [] };
  return sealPayload(payload, { redact, credentials: mode }, testSealer).request;
}

/** What goes to the target. */
export const sent = (request: RecordedRequest) => asRecorded(openRequest(request, testSealer));

/** What went to the recorded target. */
export const asRecorded = ({ path, headers, body, bodyEncoding }: RecordedRequest) => ({
  url: `http://target.test${path}`,
  headers,
  body: body === null ? null : Buffer.from(body, bodyEncoding),
});

/** A replayed response as it is stored. */
export function answered(body: string | Buffer, headers: [string, string][] = [JSON_TYPE], mode: Mode = 'seal') {
  const { outcome } = sealAnswerNoting(
    { kind: 'response', status: 200, headers, body: Buffer.from(body), truncated: false, durationMs: 1 },
    { redact: [], credentials: mode },
    testSealer,
  );
  if (outcome.kind !== 'response') throw new Error('no response');
  return { headers: outcome.headers, body: Buffer.from(outcome.body).toString() };
}
