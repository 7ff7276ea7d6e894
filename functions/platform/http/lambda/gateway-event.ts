import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';

const BODILESS = new Set(['GET', 'HEAD']);

/** The request that API Gateway hands over (Lambda proxy integration, payload format 1.0). */
export function requestOf(event: APIGatewayProxyEvent): Request {
  const { httpMethod: method, path, requestContext, body, isBase64Encoded } = event;
  const headers = headersOf(event);
  const query = Object.entries(event.multiValueQueryStringParameters ?? {})
    .flatMap(([name, values = []]) => values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`))
    .join('&');
  const host = requestContext.domainName ?? headers.get('host') ?? 'localhost';
  const url = `https://${host}${path}${query && `?${query}`}`;
  if (!body || BODILESS.has(method)) return new Request(url, { method, headers });
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  headers.set('content-length', String(bytes.byteLength));
  return new Request(url, { method, headers, body: bytes });
}

/** An answer as a whole. */
export async function wholeResult(response: Response): Promise<APIGatewayProxyResult> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = isUtf8(bytes);
  const cookies = response.headers.getSetCookie();
  return {
    statusCode: response.status,
    multiValueHeaders: {
      ...Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}

/** An answer that streams: what Lambda writes first, and its body as it comes. */
export interface StreamedResult {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: ReadableStream | '';
}

export const streamedResult = ({ status, headers, body }: Response): StreamedResult => ({
  statusCode: status,
  headers: Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie')),
  cookies: headers.getSetCookie(),
  body: body ?? '',
});

/** Values are bytes, one character each, as node:http reads them. */
function headersOf({ headers: single, multiValueHeaders }: APIGatewayProxyEvent): Headers {
  const headers = new Headers();
  const all = Object.keys(multiValueHeaders ?? {}).length > 0 ? multiValueHeaders : single;
  for (const [name, value] of Object.entries(all ?? {})) {
    for (const one of [value ?? []].flat()) headers.append(name, Buffer.from(one).toString('latin1'));
  }
  return headers;
}
