import { Pool } from 'undici';
import { ADMIN_KEY } from '../../test/support/running-service.ts';

export interface Sending {
  url: string;
  path: string;
  connections: number;
  bodies: readonly string[];
}

export interface SendingResult {
  seconds: number;
  /** Milliseconds of each request. */
  latencies: number[];
  answers: string[];
}

/** Posts every body once over this many connections. Any status but 2xx fails the bench. */
export async function sendAll({ url, path, connections, bodies }: Sending): Promise<SendingResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const answers: string[] = [];
  const waiting = bodies.values();
  const headers = { 'content-type': 'application/json', 'x-api-key': ADMIN_KEY };

  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const body of waiting) {
        const sent = performance.now();
        const answer = await pool.request({ method: 'POST', path, headers, body });
        answers.push(await answer.body.text());
        latencies.push(performance.now() - sent);
        if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}`);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return { seconds, latencies, answers };
}
