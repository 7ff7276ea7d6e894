import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

/** How long a passing fault of the service is waited for. */
const RETRY_MS = 5 * 60_000;

/** Renames the stored recordings of an application, some per request. It can be repeated after an interruption. */
export async function renameEndpoints(
  { client, output, host }: Session,
  appId: string,
): Promise<{ cases: number; renamed: number }> {
  const signal = host.interrupted();
  const total = { cases: 0, renamed: 0 };
  for (let after: string | null = null; ; ) {
    const body: { after: string | null } = { after };
    const page = await withRetry(
      () => responseData(client.PATCH('/api/recorder/apps/{appId}/operations', { params: { path: { appId } }, body })),
      {
        when: RETRIED_FAULTS,
        forMs: RETRY_MS,
        signal,
        onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
      },
    );
    total.cases += page.cases;
    total.renamed += page.renamed;
    if (page.next === null) return total;
    after = page.next;
    output.say(`${total.renamed} of ${total.cases} recordings renamed`);
  }
}
