import { headerOf } from '../../../platform/values/http-tokens.ts';
import { bodyOf, decodeContent } from '../content-encoding.ts';
import type { CasePayload, RecordedCall, RecordedRequest, RecordedResponse } from '../recorded-case.ts';
import { shownBody } from '../shown-body.ts';
import { isCredentialName } from './credential-names.ts';
import { type Mask, plainMask } from './mask.ts';
import { maskCallValues } from './mask-call-values.ts';
import { maskText } from './mask-text.ts';
import { maskSessionData, sessionStoreOf } from './session-stores.ts';

interface Side {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** A case for readers who may not see credentials: guests, viewers, and API keys without the scope `write`. */
export const maskedPayload = ({ request, response, calls }: CasePayload): CasePayload => ({
  request: maskedRequest(request, plainMask),
  response: response && maskedResponse(response, plainMask),
  calls: calls.map(maskedCall),
});

/** The same where only the beginning of a body is shown, so that the rest need not be read. */
export const maskedBeginning = ({ request, response, calls }: CasePayload): CasePayload =>
  maskedPayload({ request: beginning(request), response: response && beginning(response), calls });

/** A body in base64 can only be decoded as a whole. */
const beginning = <S extends Side>(side: S): S => (side.bodyEncoding === 'utf8' ? shownBody(side) : side);

/** A request without the credentials in its query, headers and body. */
export const maskedRequest = (request: RecordedRequest, mask: Mask): RecordedRequest => ({
  ...maskedSide(request, mask),
  path: maskText(request.path, mask),
});

/** A response without the credentials in its headers and body. */
export const maskedResponse = (response: RecordedResponse, mask: Mask): RecordedResponse => maskedSide(response, mask);

/** A downstream call without the credentials in what was sent and received. */
export function maskedCall(call: RecordedCall): RecordedCall {
  const store = sessionStoreOf(call.request);
  const exchange =
    store === null ? maskedExchange : (json: string) => maskSessionData(maskedExchange(json), store, plainMask);
  return {
    ...call,
    target: maskText(call.target, plainMask),
    operation: maskText(call.operation, plainMask),
    request: exchange(call.request),
    response: exchange(call.response),
    error: call.error && maskText(call.error, plainMask),
  };
}

/** Headers whose values are credentials by their names; of the others, what their values name so. */
const maskedHeaders = (headers: readonly (readonly [string, string])[], mask: Mask): [string, string][] =>
  headers.map(([name, value]) => [name, maskedHeader(name, value, mask)]);

/** The value of one header. */
const maskedHeader = (name: string, value: string, mask: Mask): string =>
  isCredentialName(name) && value !== '' ? mask(name, value, 'header') : maskText(value, mask);

function maskedSide<S extends Side>(side: S, mask: Mask): S {
  const headers = maskedHeaders(side.headers, mask);
  if (side.body === null || side.body === '') return { ...side, headers };
  const contentType = headerOf(side.headers, 'content-type') ?? '';
  if (side.bodyEncoding === 'utf8') return { ...side, headers, body: maskText(side.body, mask, contentType) };
  const bytes = Buffer.from(side.body, 'base64');
  const coding = headerOf(side.headers, 'content-encoding');
  const decoded = coding === undefined ? null : decodeContent(coding, bytes);
  const plain = bodyOf(decoded ?? bytes);
  const isUnreadable = plain.bodyEncoding === 'base64' && (isText(contentType) || isCoded(coding, decoded));
  if (plain.bodyEncoding === 'base64' && !isUnreadable) return { ...side, headers };
  const body = isUnreadable ? mask('body', side.body, 'body') : maskText(plain.body, mask, contentType);
  if (body === plain.body) return { ...side, headers };
  // They describe bytes that are not shown.
  const shown = headers.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name));
  return { ...side, headers: shown, body, bodyEncoding: 'utf8' };
}

/** Types that hold fields; in a charset that is not read, they are masked as a whole. */
const isText = (contentType: string): boolean => /^text\/|json|xml|x-www-form-urlencoded/i.test(contentType);

const isCoded = (coding: string | undefined, decoded: Uint8Array | null): boolean =>
  decoded === null && coding !== undefined && !/^(?:identity)?$/i.test(coding.trim());

/** Any JSON; headers of an HTTP exchange may be a list of pairs. */
function maskedExchange(json: string): string {
  const masked = maskCallValues(maskText(json, plainMask), plainMask);
  return json.includes('"headers"') ? maskPairsOfHeaders(masked) : masked;
}

/** `["authorization","…"]`: a pair of a name and its value. */
const maskPairsOfHeaders = (json: string): string =>
  json.replaceAll(/\[\s*"([\w-]{1,128})"\s*,\s*"((?:[^"\\]|\\.)*)"\s*\]/g, (whole, name: string) =>
    isCredentialName(name) ? `["${name}","${plainMask(name, '', 'header')}"]` : whole,
  );
