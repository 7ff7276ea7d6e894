import { headerOf } from '../../../platform/values/http-tokens.ts';
import { maySeal, shownSealed, shownSealedJson } from '../../../platform/values/sealed-text.ts';
import type { CasePayload, RecordedCall, RecordedRequest, RecordedResponse } from '../recorded-case.ts';

interface Side {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** A case as readers see it: that values are sealed, and no placeholder (interface 10). */
export const shownPayload = <Payload extends CasePayload>(payload: Payload): Payload => ({
  ...payload,
  request: shownSealedRequest(payload.request),
  response: payload.response && shownSealedResponse(payload.response),
  calls: payload.calls.map(shownSealedCall),
});

/** The same of a request. */
export const shownSealedRequest = (request: RecordedRequest): RecordedRequest => ({
  ...shownSide(request),
  path: shownSealed(request.path),
});

/** The same of a response. */
export const shownSealedResponse = (response: RecordedResponse): RecordedResponse => shownSide(response);

/** The same of a call. */
export const shownSealedCall = (call: RecordedCall): RecordedCall => ({
  ...call,
  target: shownSealed(call.target),
  operation: shownSealed(call.operation),
  request: shownSealedJson(call.request),
  response: shownSealedJson(call.response),
  error: call.error && shownSealed(call.error),
});

function shownSide<S extends Side>(side: S): S {
  const headers = side.headers.map(([name, value]): [string, string] => [name, shownSealed(value)]);
  if (side.body === null) return { ...side, headers };
  const isJson = /json/i.test(headerOf(side.headers, 'content-type') ?? '') || /^\uFEFF?\s*[[{]/.test(side.body);
  if (side.bodyEncoding === 'utf8')
    return { ...side, headers, body: isJson ? shownSealedJson(side.body) : shownSealed(side.body) };
  const bytes = Buffer.from(side.body, 'base64');
  if (!maySeal(bytes)) return { ...side, headers };
  // Fields of a form with a file.
  const shown = Buffer.from(shownSealed(bytes.toString('latin1')), 'latin1');
  return { ...side, headers, body: shown.toString('base64') };
}
