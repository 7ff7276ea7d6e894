import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

/** How long a passing fault of the service is waited for. */
const RETRY_MS = 5 * 60_000;

/** Adds the rules that seal the personal data that was found; returns how many fields got one. */
export async function sealFoundFields({ client }: Pick<Session, 'client'>, appId: string): Promise<number> {
  const params = { path: { appId } };
  const [{ items }, { redact }] = await Promise.all([
    responseData(client.GET('/api/recorder/apps/{appId}/personal-data', { params })),
    responseData(client.GET('/api/apps/{appId}/settings', { params })),
  ]);
  const found = items.flatMap(({ isCovered, rule }) => (isCovered || rule === null ? [] : [rule]));
  const rules = [...new Map(found.map((rule) => [JSON.stringify(rule), rule])).values()];
  if (rules.length === 0) return 0;
  await responseData(client.PUT('/api/apps/{appId}/settings', { params, body: { redact: [...redact, ...rules] } }));
  return rules.length;
}

/** Seals the stored recordings of an application, some per request. It can be repeated after an interruption. */
export async function sealRecordings(
  { client, output, host }: Session,
  appId: string,
): Promise<{ cases: number; sealed: number; missed: number }> {
  const signal = host.interrupted();
  const total = { cases: 0, sealed: 0, missed: 0 };
  for (let after: string | null = null; ; ) {
    const body: { after: string | null } = { after };
    const page = await withRetry(
      () =>
        responseData(client.PATCH('/api/recorder/apps/{appId}/personal-data', { params: { path: { appId } }, body })),
      {
        when: RETRIED_FAULTS,
        forMs: RETRY_MS,
        signal,
        onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
      },
    );
    total.cases += page.cases;
    total.sealed += page.sealed;
    total.missed += page.missed;
    if (page.next === null) return total;
    after = page.next;
    output.say(`${total.sealed} of ${total.cases} recordings sealed`);
  }
}
