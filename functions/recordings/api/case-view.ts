import * as v from 'valibot';
import { isoText } from '../../platform/time/iso-text.ts';
import { job } from '../../platform/values/job.ts';
import { parseKeepingNumbers } from '../../platform/values/json-text.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { type JsonText, jsonText } from '../../platform/values/typed-json.ts';
import { maskedBeginning } from '../domain/masks/masked-payload.ts';
import { type CaseHead, CasePayload } from '../domain/recorded-case.ts';
import { shownPayload } from '../domain/sealed/shown-payload.ts';
import { shownBody } from '../domain/shown-body.ts';
import type { CaseWithPayload, ShownCase } from './shown-case.ts';

/** A case as lists show it (interface 10). */
export const headView = ({
  intake: _,
  credentials: _keys,
  credentialExpiresAt: _expiry,
  endsSession: _ends,
  recordedAs: _name,
  lastVersion: _last,
  called: _called,
  recordedAt,
  accepted,
  ...head
}: CaseHead): ShownCase => ({
  ...head,
  recordedAt: isoText(recordedAt),
  ...(accepted && { accepted: { ...accepted, at: isoText(accepted.at) } }),
});

/** A single case, with its calls as JSON and every number as it was recorded. */
const caseView = (head: CaseHead, { request, response, calls }: CasePayload): CaseWithPayload => ({
  ...headView(head),
  request: shownBody(request),
  response: response && shownBody(response),
  calls: calls.map((call) => ({
    ...call,
    request: parseKeepingNumbers(call.request),
    response: parseKeepingNumbers(call.response),
  })),
});

interface CaseViewInput {
  head: CaseHead;
  stored: Uint8Array | undefined;
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** A single stored case as a JSON text; null if its bytes have expired. */
export const caseViewJob = job(
  'recordings.case-view',
  ({ head, stored, isMasked }: CaseViewInput): { json: JsonText<CaseWithPayload> } | null => {
    if (stored === undefined) return null;
    const payload = v.parse(CasePayload, jsonOfStored(stored));
    return { json: jsonText(caseView(head, shownPayload(isMasked ? maskedBeginning(payload) : payload))) };
  },
);
