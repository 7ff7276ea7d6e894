import { isObject } from '../../../../platform/json/is-object.ts';
import { bodyOfBase64 } from '../../content-encoding.ts';
import { jsonOfText } from '../json-file.ts';
import type { Mocker } from './mocker.ts';

type Target = NonNullable<Mocker['targetResponse']>;

const WRAPPER = /\.HttpResponseWrapper$/;

/** Members of the wrapper that are kept apart, since status, headers and content stand beside them. */
const REST = ['statusLine', 'reason', 'locale', 'typeName'] as const;

/**
 * The answer of an HTTP call of the agent as any recorder writes it, with `arex` for what is left of the agent's
 * object; null for anything else, such as a recorded exception.
 */
export function wrappedResponse({ body, type, attributes }: Target): Record<string, unknown> | null {
  const wrapper = WRAPPER.test(type ?? '') ? jsonOfText(body ?? '') : null;
  if (!isObject(wrapper) || typeof wrapper.statusCode !== 'number') return null;
  const { statusCode, headers, content } = wrapper;
  const decoded =
    typeof content === 'string' && content !== '' ? bodyOfBase64(content) : { body: null, bodyEncoding: 'utf8' };
  if (decoded === null) return null;
  const pairs = (Array.isArray(headers) ? headers : []).flatMap((pair) =>
    isObject(pair) && typeof pair.f === 'string' ? [[pair.f, String(pair.s ?? '')]] : [],
  );
  const rest = Object.fromEntries(REST.flatMap((name) => (wrapper[name] === undefined ? [] : [[name, wrapper[name]]])));
  return { status: statusCode, headers: pairs, ...decoded, arex: { type, attributes, ...rest } };
}

/** The agent's object of an answer: the inverse of `wrappedResponse`, and of `{arex}`; null if it is neither. */
export function agentTarget(response: unknown): Target | null {
  if (!isObject(response) || !isObject(response.arex)) return null;
  const { arex, status, headers, body, bodyEncoding } = response;
  const attributes = isObject(arex.attributes) ? arex.attributes : {};
  const type = typeof arex.type === 'string' ? arex.type : null;
  if (typeof status !== 'number') return { body: typeof arex.body === 'string' ? arex.body : null, attributes, type };
  const bytes = Buffer.from(typeof body === 'string' ? body : '', bodyEncoding === 'base64' ? 'base64' : 'utf8');
  const rest = Object.fromEntries(REST.flatMap((name) => (arex[name] === undefined ? [] : [[name, arex[name]]])));
  const wrapper = {
    ...rest,
    statusCode: status,
    content: bytes.toString('base64'),
    headers: (Array.isArray(headers) ? headers : []).flatMap((pair) =>
      Array.isArray(pair) ? [{ f: pair[0], s: pair[1] }] : [],
    ),
  };
  return { body: JSON.stringify(wrapper), attributes, type };
}
