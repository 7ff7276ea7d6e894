import { setTimeout as sleep } from 'node:timers/promises';

/** Retries after the second of a Retry-After: a fast machine exceeds the request limit of a tenant (evaluation 3.3). */
export async function retryRateLimited<T extends { status: number; headers: Headers }>(
  ask: () => Promise<T>,
  aSecond: () => unknown = () => sleep(1000),
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429 || answer.headers.get('retry-after') !== '1') return answer;
    await aSecond();
  }
}
