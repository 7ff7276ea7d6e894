import * as v from 'valibot';
import { headerOf } from '../../../../platform/values/http-tokens.ts';
import { pathTemplate } from '../../operation-name.ts';
import type { MockReader } from './call-input.ts';
import { headersOf, KeployExchange, storedBody } from './keploy-document.ts';

/** The call of an HTTP mock. Keploy often writes a path only; the target is then its Host header. */
export const httpCall: MockReader = (spec) => {
  const parsed = v.safeParse(KeployExchange, spec, { abortEarly: true });
  if (!parsed.success) return undefined;
  const { req, resp } = parsed.output;
  const url = URL.parse(req.url, 'http://http');
  if (url === null) return undefined;
  const headers = headersOf(req.header);
  const host = url.host === 'http' ? (headerOf(headers, 'host') ?? url.host) : url.host;
  const path = url.pathname + url.search;
  const method = req.method.toUpperCase();
  return {
    kind: 'http',
    target: host.slice(0, 2048),
    operation: `${method} ${pathTemplate(path)}`.slice(0, 8192),
    request: { method, path, headers, ...storedBody(req.body) },
    response: { status: resp.status_code, headers: headersOf(resp.header), ...storedBody(resp.body) },
    error: null,
  };
};
