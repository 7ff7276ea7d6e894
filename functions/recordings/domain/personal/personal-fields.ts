import { isObject } from '../../../platform/json/is-object.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { plainBody } from '../bodies/plain-body.ts';
import type { CasePayload, RecordedCall } from '../recorded-case.ts';
import { isForm } from '../redact-parameters.ts';
import { MAX_BODY } from './body-looker.ts';
import type { PersonalFields } from './field-counts.ts';
import { personalLooker } from './personal-looker.ts';

type Look = ReturnType<typeof personalLooker>;

/** Headers of the protocol, which say nothing of a person. */
const PROTOCOL =
  /^(?:accept|access-control|cache|connection|content|date|etag|expires|host|if-|keep-alive|last-modified|origin|pragma|referer|sec-|server|traceparent|tracestate|transfer|upgrade|user-agent|vary|via)/i;

/**
 * Looks at the values of a case: bodies and calls of every format, headers, segments of the path, and the parameters of
 * the query and of forms. `operation` is the name of its endpoint.
 */
export function personalFields({ request, response, calls }: CasePayload, operation = ''): PersonalFields {
  const into: PersonalFields = new Map();
  const look = personalLooker(into);
  look.path(request.path, operation);
  lookAtSide(request, 'request', look);
  if (response) lookAtSide(response, 'response', look);
  for (const call of calls) lookAtCall(call, look);
  return into;
}

function lookAtSide(
  side: NonNullable<CasePayload['response']> | CasePayload['request'],
  name: 'request' | 'response',
  look: Look,
): void {
  for (const [header, value] of side.headers) if (!PROTOCOL.test(header)) look.header(header, value);
  const plain = side.body === null || side.body.length > MAX_BODY ? null : plainBody(side);
  if (!plain?.readable) return;
  if (isForm(side.headers)) look.parameters(plain.text);
  else look.body(plain.text, { contentType: headerOf(side.headers, 'content-type') ?? '', side: name });
}

/** Rules reach the body of an exchange `{headers, body}` as if it was all there is. */
function lookAtCall({ request, response }: RecordedCall, look: Look): void {
  const text = (body: string) => look.body(body, { contentType: '', side: 'call' });
  for (const json of [request, response]) {
    if (json.length > MAX_BODY) continue;
    const value = jsonOf(json);
    if (isObject(value) && ('sql' in value || Array.isArray(value.rows))) {
      look.database(json);
      continue;
    }
    const content = isObject(value) && 'body' in value ? value.body : value;
    if (typeof content === 'string') text(content);
    else look.json(content);
  }
}
