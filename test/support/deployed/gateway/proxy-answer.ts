import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_STREAMED } from '../lambda/lambda-fault.ts';

/** Headers that API Gateway answers itself: those of the function have another name. */
const REMAPPED = new Set(['connection', 'content-length', 'date', 'server', 'www-authenticate']);
const PRELUDE_END = Buffer.alloc(8);

interface ProxyResult {
  statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  body?: string;
  isBase64Encoded?: boolean;
}

/** Answers as a function says (payload format 1.0). Throws for an answer of another form. */
export function writeProxyResult(response: ServerResponse, text: string): void {
  const { statusCode, headers, multiValueHeaders, body = '', isBase64Encoded = false }: ProxyResult = JSON.parse(text);
  if (!Number.isInteger(statusCode)) throw new Error('a function answered without a status');
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  for (const [name, values] of Object.entries({ ...headers, ...multiValueHeaders }))
    response.setHeader(outside(name), [values].flat());
  response.writeHead(statusCode, { 'content-length': String(bytes.byteLength) });
  response.end(bytes);
}

const outside = (name: string) => (REMAPPED.has(name.toLowerCase()) ? `x-amzn-remapped-${name}` : name);

/**
 * Answers what a function streams: status and headers as JSON, eight zeros, the body as it comes. Lambda ends it at 200
 * MB.
 */
export async function writeStream(response: ServerResponse, stream: IncomingMessage): Promise<void> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let streamed = 0;
  const write = async (part: Buffer) => {
    streamed += part.byteLength;
    if (streamed > MAX_STREAMED) {
      stream.destroy();
      response.destroy();
      return;
    }
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  };
  for await (const part of stream) {
    if (head === undefined) {
      await write(part);
      continue;
    }
    head = Buffer.concat([head, part]);
    const end = head.indexOf(PRELUDE_END);
    if (end < 0) continue;
    const { statusCode, headers = {}, cookies = [] } = JSON.parse(head.subarray(0, end).toString());
    for (const [name, value] of Object.entries<string>(headers)) response.setHeader(outside(name), value);
    if (cookies.length > 0) response.setHeader('set-cookie', cookies);
    response.writeHead(statusCode);
    const rest = head.subarray(end + PRELUDE_END.byteLength);
    head = undefined;
    if (rest.byteLength > 0) await write(rest);
  }
  if (head !== undefined) throw new Error('a function streamed no answer');
  response.end();
}
