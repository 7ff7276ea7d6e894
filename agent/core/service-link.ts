import http from 'node:http';
import https from 'node:https';
import type { AgentConfig } from './agent-config.ts';
import { originals } from './originals.ts';

/** What the service answered; null if it did not, or not in time. */
export type ServiceAnswer = { status: number; body: unknown } | null;

/** The connection of the agent to the service, which no hook observes. */
export interface ServiceLink {
  /** Sends JSON (or nothing) and reads JSON. Never rejects. */
  call(method: 'GET' | 'POST', path: string, body: unknown, timeoutMs: number): Promise<ServiceAnswer>;
}

const MAX_CONNECTIONS = 32;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Opens a link of at most 32 kept connections, which do not keep the process alive. */
export function serviceLink({ service, key }: Pick<AgentConfig, 'service' | 'key'>): ServiceLink {
  const isTls = service.protocol === 'https:';
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, scheduling: 'lifo' as const };
  const agent = isTls ? new https.Agent(options) : new http.Agent(options);
  const start = isTls ? originals.requestHttps : originals.requestHttp;
  const base = service.pathname.replace(/\/$/, '');

  return {
    call: (method, path, body, timeoutMs) =>
      new Promise((resolve) => {
        const bytes = body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        const request = start({
          protocol: service.protocol,
          host: service.hostname.replace(/^\[|\]$/g, ''),
          port: service.port,
          method,
          path: `${base}${path}`,
          agent,
          headers: {
            accept: 'application/json',
            ...(bytes && {
              'content-type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
              'content-length': bytes.length,
            }),
            ...(key !== null && { 'x-api-key': key }),
          },
        });
        const timer = originals.setTimeout(() => request.destroy(), timeoutMs);
        timer.unref();
        const end = (answer: ServiceAnswer) => {
          originals.clearTimeout(timer);
          resolve(answer);
        };
        request.on('error', () => end(null));
        request.on('close', () => end(null));
        request.on('response', (response) => {
          const chunks: Buffer[] = [];
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
            if (length > MAX_ANSWER_BYTES) request.destroy();
            else chunks.push(chunk);
          });
          response.on('end', () => end({ status: response.statusCode ?? 0, body: jsonOf(Buffer.concat(chunks)) }));
        });
        request.end(bytes ?? undefined);
      }),
  };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null; // a proxy's page, for instance
  }
}
