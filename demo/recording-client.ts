import { randomBytes } from 'node:crypto';
import { Pool } from 'undici';

/** A request of the traffic script. */
export interface ClientRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The token from a login; sent as `authorization`. */
  token?: string;
  tags?: Readonly<Record<string, string>>;
}

/** A recorded request with its response, as `POST /api/recorder/cases` accepts it (interface 10). */
export interface RecordedExchange {
  appId: string;
  recordedAt: string;
  traceId: string;
  tags: Readonly<Record<string, string>>;
  durationMs: number;
  request: { method: string; path: string; headers: [string, string][]; body: string | null };
  response: { status: number; headers: [string, string][]; body: string };
}

/** An HTTP client that records everything it sends and receives. */
export interface RecordingClient {
  send(request: ClientRequest): Promise<{ status: number; json: unknown }>;
  recording: readonly RecordedExchange[];
  close(): Promise<void>;
}

/** Opens a recording client for one service, recorded as `appId`. */
export function recordingClient(baseUrl: string, appId: string): RecordingClient {
  const pool = new Pool(baseUrl, { connections: 8 });
  const recording: RecordedExchange[] = [];

  return {
    recording,

    async send({ method, path, body, token, tags }) {
      const traceId = randomBytes(16).toString('hex');
      const text = body === undefined ? null : JSON.stringify(body);
      const headers: [string, string][] = [
        ['accept', 'application/json, text/plain'],
        ['user-agent', 'demo-shop-visitor'],
        ['traceparent', `00-${traceId}-${randomBytes(8).toString('hex')}-01`],
        ...(text === null ? [] : [['content-type', 'application/json'] satisfies [string, string]]),
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] satisfies [string, string]]),
      ];

      const recordedAt = new Date();
      const began = performance.now();
      const response = await pool.request({ method, path, headers: headers.flat(), body: text });
      const received = await response.body.text();
      recording.push({
        appId,
        recordedAt: recordedAt.toISOString(),
        traceId,
        tags: tags ?? {},
        durationMs: Math.round(performance.now() - began),
        request: { method, path, headers, body: text },
        response: { status: response.statusCode, headers: listed(response.headers), body: received },
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return { status: response.statusCode, json: isJson ? JSON.parse(received) : null };
    },

    close: () => pool.close(),
  };
}

function listed(headers: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
}
