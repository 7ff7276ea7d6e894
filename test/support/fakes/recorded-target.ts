import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A request as a target saw it. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: Buffer;
}

export interface Target {
  url: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

export type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A real HTTP server on a free loopback port that stores its requests. */
export async function openTarget(answer: Answer): Promise<Target> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(parts),
      };
      seen.push(one);
      answer(one, response);
    });
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Responds with a JSON value. */
export function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
    });
  });
}

/** A recorded GET with a JSON response, as a recorder would post it (interface 10). */
export const recordedGet = (appId: string, path: string, answer: unknown, more: Record<string, unknown> = {}) => ({
  appId,
  recordedAt: new Date(Date.now() - 60_000).toISOString(),
  request: { method: 'GET', path, headers: [['accept', 'application/json']], body: null },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: JSON.stringify(answer),
    bodyEncoding: 'utf8',
  },
  ...more,
});
