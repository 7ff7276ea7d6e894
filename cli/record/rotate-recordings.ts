import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

/** How long a passing fault of the service is waited for. */
const RETRY_MS = 5 * 60_000;

export interface Rotated {
  cases: number;
  resealed: number;
}

/**
 * Makes a new data key for recordings, unless it only continues, waits until the key seals, and seals every stored case
 * under it. It can be repeated after an interruption.
 */
export async function rotateRecordings(session: Session, { continues }: { continues: boolean }): Promise<Rotated> {
  const { client, output, host } = session;
  const signal = host.interrupted();
  if (!continues) {
    const { number, sealsAt } = await responseData(client.POST('/api/recorder/keys/rotation'));
    output.say(`key ${number} seals from ${sealsAt}; waiting until then`);
    await sleep(Math.max(0, Date.parse(sealsAt) - host.now()), undefined, { signal });
  }
  const total: Rotated = { cases: 0, resealed: 0 };
  for (let after: string | null = null; ; ) {
    const body: { after: string | null } = { after };
    const page = await withRetry(() => responseData(client.POST('/api/recorder/keys/reseal', { body })), {
      when: RETRIED_FAULTS,
      forMs: RETRY_MS,
      signal,
      onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
    });
    total.cases += page.cases;
    total.resealed += page.resealed;
    if (page.next === null) return total;
    after = page.next;
    output.say(`${total.resealed} of ${total.cases} cases resealed`);
  }
}
