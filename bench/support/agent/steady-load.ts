import { Pool } from 'undici';

export interface SteadyLoadOptions {
  url: string;
  perSecond: number;
  seconds: number;
  connections: number;
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones are answered, and returns the latencies in ms, measured
 * from the time at which each was due.
 */
export async function steadyLoad({ url, perSecond, seconds, connections }: SteadyLoadOptions): Promise<number[]> {
  const pool = new Pool(url, { connections });
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const total = perSecond * seconds;
  const began = performance.now();

  async function send(id: number, due: number): Promise<void> {
    const { statusCode, body } = await pool.request({ method: 'GET', path: `/orders/${id}` });
    await body.dump();
    if (statusCode !== 200) throw new Error(`a request was answered with ${statusCode}`);
    latencies.push(performance.now() - due);
  }

  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1);
    for (; sent < due; sent++) pending.push(send(sent, began + (sent / perSecond) * 1000));
    // A timer and no loop: the load does not take a processor from what it measures.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(pending);
  await pool.close();
  return latencies;
}
