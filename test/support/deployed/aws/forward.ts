import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AwsAnswer, AwsCall } from './aws-call.ts';

const agent = new Agent({ keepAlive: true });

/** What stays at a hop. */
const OF_CONNECTION = new Set(['connection', 'transfer-encoding', 'keep-alive']);

/** Sends a call on to an emulator, with another body or other headers where they are given. */
export function forwarded(
  { request: from, body }: Pick<AwsCall, 'request' | 'body'>,
  endpoint: string,
  changed: { body?: string; headers?: Record<string, string>; path?: string; method?: string } = {},
): Promise<AwsAnswer & { headers: Record<string, string>; body: Buffer }> {
  const { hostname, port } = new URL(endpoint);
  const sent = changed.body ?? body;
  const { 'content-length': _length, 'if-none-match': _condition, ...given } = from.headers;
  const headers = { ...given, ...changed.headers, 'content-length': String(Buffer.byteLength(sent)) };
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof forwarded>>>();
  const to = { hostname, port, agent, headers, method: changed.method ?? from.method, path: changed.path ?? from.url };
  const asked = request(to, (response) => {
    const answered = Object.entries(response.headers).flatMap(([name, value]) =>
      OF_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)] as const],
    );
    buffer(response).then(
      (bytes) => resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(answered), body: bytes }),
      reject,
    );
  });
  asked.on('error', reject);
  asked.end(sent);
  return promise;
}
