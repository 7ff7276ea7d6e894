import { request } from 'undici';
import { sendTraffic } from '../run/traffic.ts';
import type { ClientRequest } from '../run/visitor.ts';

type Headers = [string, string][];

/** A request to the shop with its answer, as recorders send it (interface 10). */
export interface SampleCase {
  appId: string;
  recordedAt: string;
  durationMs: number;
  request: { method: string; path: string; headers: Headers; body: string | null };
  response: { status: number; headers: Headers; body: string };
}

/** Visits every page of a running shop, and returns each request with its answer as a case of the application. */
export async function recordVisit(url: string, appId: string): Promise<SampleCase[]> {
  const cases: SampleCase[] = [];
  await sendTraffic({
    requests: () => cases.length,
    close: async () => {},
    async send({ method, path, body: sent, token }: ClientRequest) {
      const recordedAt = new Date();
      const start = performance.now();
      const headers: Headers = [
        ['accept', 'application/json, text/plain'],
        ...(sent === undefined ? [] : [['content-type', 'application/json'] satisfies [string, string]]),
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] satisfies [string, string]]),
      ];
      const text = sent === undefined ? null : JSON.stringify(sent);
      const answer = await request(`${url}${path}`, { method, headers: Object.fromEntries(headers), body: text });
      const body = await answer.body.text();
      const type = String(answer.headers['content-type']);
      cases.push({
        appId,
        recordedAt: recordedAt.toISOString(),
        durationMs: Math.round(performance.now() - start),
        request: { method, path, headers, body: text },
        response: { status: answer.statusCode, headers: [['content-type', type]], body },
      });
      return { status: answer.statusCode, json: type.startsWith('application/json') ? JSON.parse(body) : null };
    },
  });
  return cases;
}
