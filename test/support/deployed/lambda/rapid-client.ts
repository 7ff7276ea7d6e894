import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/**
 * What the addon of `aws-lambda-ric` does, over node:http: asks the runtime API for the next invocation, and posts what
 * came of it. The addon posts while the process waits; here the next question waits for the answer of the last post.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const API = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`;

interface Answer {
  text: string;
  headers: IncomingHttpHeaders;
}

const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(`${API}/${path}`, { method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve({ text: Buffer.concat(parts).toString(), headers: response.headers }));
    });
    asked.on('error', reject);
    asked.end(body);
  });

let posted: Promise<unknown> = Promise.resolve();

export async function next(): Promise<{ bodyJson: string; headers: Record<string, unknown> }> {
  await posted;
  const { text, headers } = await ask('GET', 'next');
  const leftMs = Number(headers['lambda-runtime-deadline-ms']) - performance.timeOrigin - performance.now();
  // By the clock of this process, which a test may have set ahead.
  return { bodyJson: text, headers: { ...headers, 'lambda-runtime-deadline-ms': Date.now() + Math.round(leftMs) } };
}

export function done(id: string, body: string): void {
  posted = ask('POST', `${id}/response`, body, { 'content-type': 'application/json' });
}

export function error(id: string, body: string, xRay: string): void {
  posted = ask('POST', `${id}/error`, body, {
    'content-type': 'application/json',
    'x-ray': xRay.replaceAll('\n', ' '),
  });
}
