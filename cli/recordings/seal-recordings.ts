import { setTimeout as sleep } from 'node:timers/promises';
import type { Sealing } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

/** How long a passing fault of the service is waited for. */
const RETRY_MS = 5 * 60_000;
const FIRST_POLL_MS = 250;
const POLL_MS = 2_000;

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

/** What a pass has done. */
type Sealed = Pick<Sealing, 'cases' | 'sealed' | 'missed'>;

/**
 * Starts to seal the stored recordings of an application, and waits until the service has. It continues there when the
 * wait is interrupted.
 */
export async function sealRecordings({ client, output, host }: Session, appId: string): Promise<Sealed> {
  const signal = host.interrupted();
  const params = { path: { appId } };
  const retried = <T>(call: () => Promise<T>) =>
    withRetry(call, {
      when: RETRIED_FAULTS,
      forMs: RETRY_MS,
      signal,
      onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
    });
  let pass: Sealing | null = await retried(() =>
    responseData(client.POST('/api/recorder/apps/{appId}/personal-data', { params })),
  ).catch((failure: unknown) => {
    if (failure instanceof CliFailure && failure.code === 'NO_SEAL_RULE') return null;
    throw failure;
  });
  let shown = '';
  for (let pause = FIRST_POLL_MS; pass?.status === 'RUNNING'; pause = Math.min(pause * 1.5, POLL_MS)) {
    await sleep(pause, undefined, { signal });
    const path = '/api/recorder/apps/{appId}/personal-data';
    pass = (await retried(() => responseData(client.GET(path, { params })))).sealing;
    const text = pass === null ? '' : progressText(pass);
    if (text !== shown && pass?.status === 'RUNNING') output.say(text);
    shown = text;
  }
  const { cases, sealed, missed } = pass ?? NOTHING;
  return { cases, sealed, missed };
}

const NOTHING: Sealed = { cases: 0, sealed: 0, missed: 0 };

const progressText = ({ cases, total, sealed, faults }: Sealing): string =>
  `${cases} of ${total} recordings, ${sealed} sealed${faults === 0 ? '' : `; the service failed ${faults} times and tries again`}`;
