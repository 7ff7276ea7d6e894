import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { quantile } from '../measure/quantile.ts';

export interface PacedLoad {
  url: string;
  path: string;
  connections: number;
  perSecond: number;
  seconds: number;
}

export interface PacedResult {
  p50: number;
  p99: number;
  /** Requests that were answered per second. */
  perSecond: number;
}

/**
 * Sends requests at a fixed rate, whether or not they are answered. A latency counts from the moment at which its
 * request was due, so that waiting behind a slow one is part of it (ms). Any status but 200 fails the bench.
 */
export async function pacedLoad({ url, path, connections, perSecond, seconds }: PacedLoad): Promise<PacedResult> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const count = perSecond * seconds;
  const start = performance.now();
  for (let sent = 0; sent < count; ) {
    const due = Math.min(count, Math.floor(((performance.now() - start) * perSecond) / 1000));
    for (; sent < due; sent++) running.push(one(start + (sent * 1000) / perSecond));
    await sleep(1);
  }
  await Promise.all(running);
  const took = performance.now() - start;
  await pool.close();
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), perSecond: (count / took) * 1000 };

  async function one(due: number): Promise<void> {
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    await body.dump();
    latencies.push(performance.now() - due);
    if (statusCode !== 200) throw new Error(`a request was answered ${statusCode}`);
  }
}
