import type { IncomingMessage } from 'node:http';

export interface EventParts {
  request: IncomingMessage;
  /** Path and query below the stage. */
  url: URL;
  /** The path of the description: `/a/{id}`. */
  resource: string;
  body: Buffer;
  requestId: string;
  domainName: string;
  stage: string;
  stageVariables: Readonly<Record<string, string>>;
  vpceId: string;
}

/**
 * A proxy event as a private REST API sends it whose media types are all binary (Lambda proxy integration, payload
 * format 1.0).
 */
export function proxyEvent({ request, url, resource, body, requestId, domainName, stage, ...parts }: EventParts) {
  const query = Map.groupBy(url.searchParams, ([name]) => name);
  const sourceIp = request.socket.remoteAddress ?? '127.0.0.1';
  const headers = headersOf(request, domainName, sourceIp);
  return {
    resource,
    path: url.pathname,
    httpMethod: request.method ?? 'GET',
    headers: Object.fromEntries([...headers].map(([name, values]) => [name, values.at(-1)])),
    multiValueHeaders: Object.fromEntries(headers),
    queryStringParameters:
      query.size === 0 ? null : Object.fromEntries([...query].map(([name, pairs]) => [name, pairs.at(-1)?.[1]])),
    multiValueQueryStringParameters:
      query.size === 0
        ? null
        : Object.fromEntries([...query].map(([name, pairs]) => [name, pairs.map(([, value]) => value)])),
    pathParameters: parametersOf(resource, url.pathname),
    stageVariables: parts.stageVariables,
    requestContext: {
      resourcePath: resource,
      httpMethod: request.method,
      path: `/${stage}${url.pathname}`,
      protocol: 'HTTP/1.1',
      stage,
      domainName,
      requestId,
      requestTimeEpoch: Date.now(),
      identity: { sourceIp, vpceId: parts.vpceId, userAgent: request.headers['user-agent'] ?? null },
    },
    body: body.byteLength === 0 ? null : body.toString('base64'),
    isBase64Encoded: body.byteLength > 0,
  };
}

/** Names as they came; node:http reads bytes as characters, and the event has UTF-8. */
function headersOf({ rawHeaders }: IncomingMessage, domainName: string, sourceIp: string): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // The stand-in listens on loopback; callers of AWS name the API.
    if (/^(host|connection|transfer-encoding)$/i.test(name)) continue;
    headers.set(name, [...(headers.get(name) ?? []), Buffer.from(rawHeaders[at + 1] ?? '', 'latin1').toString()]);
  }
  headers.set('Host', [domainName]);
  headers.set('X-Forwarded-For', [...(headers.get('X-Forwarded-For') ?? []), sourceIp]);
  headers.set('X-Forwarded-Proto', ['https']);
  headers.set('X-Forwarded-Port', ['443']);
  return headers;
}

function parametersOf(resource: string, path: string): Record<string, string> | null {
  const names = [...resource.matchAll(/\{(\w+)\+?\}/g)].map(([, name = '']) => name);
  const form = RegExp(`^${resource.replaceAll(/\{\w+\+\}/g, '(.+)').replaceAll(/\{\w+\}/g, '([^/]+)')}/?$`);
  const [, ...values] = form.exec(path) ?? [];
  return names.length === 0 ? null : Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}
