import { isoText } from '../../platform/time/iso-text.ts';
import { parseKeepingNumbers } from '../../platform/values/json-text.ts';
import type { CaseHead, CasePayload } from '../domain/recorded-case.ts';
import { shownBody } from '../domain/shown-body.ts';

/** A case as lists show it (interface 10). */
export const headView = ({ intake: _, recordedAt, ...head }: CaseHead) => ({
  ...head,
  recordedAt: isoText(recordedAt),
});

/** A single case, with its calls as JSON and every number as it was recorded. */
export const caseView = (head: CaseHead, { request, response, calls }: CasePayload) => ({
  ...headView(head),
  request: shownBody(request),
  response: response && shownBody(response),
  calls: calls.map((call) => ({
    ...call,
    request: parseKeepingNumbers(call.request),
    response: parseKeepingNumbers(call.response),
  })),
});
