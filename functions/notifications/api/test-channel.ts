import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { ChannelServices } from '../composition.ts';
import { isTerminal } from '../domain/delivery.ts';
import { testLimits } from '../domain/rate-limits.ts';
import { TEST_LIFE_MS } from '../store/deliveries.ts';
import { channelDocs } from './channels.doc.ts';

const POLL_INTERVAL_MS = 100;

/** Resolves after `ms`. @internal */
export type Pause = (ms: number) => Promise<void>;

/**
 * Sends a sample message with every section filled (spec 4.4, 7.3). The notifier sends it, because only the notifier
 * can unseal the address. This endpoint waits for the outcome. A paused channel can be tested.
 * @internal
 */
export const testChannelWith = (
  pause: Pause,
): Endpoint<Pick<ChannelServices, 'channels' | 'deliveries' | 'rateWindows' | 'config'>> =>
  endpoint({
    method: 'POST',
    path: '/openapi/v1/notification-channels/{id}/test',
    scope: null,
    errors: openApiErrors,
    doc: channelDocs.testChannel,

    async answer({ params }, { channels, deliveries, rateWindows, config }) {
      const channel = await channels.find(params.id ?? '');
      if (channel === undefined) return refused('NOT_FOUND', 'there is no such channel');
      const limits = testLimits(config.quotas.testSendsPerMinute);
      const ofChannel = await rateWindows.take(`TEST#${channel.id}`, limits.channel);
      // A channel that exceeds its own limit does not use up the limit of all channels.
      const ofAll = 'takenAt' in ofChannel ? await rateWindows.take('TEST', limits.all) : ofChannel;
      if ('fullForMs' in ofAll) return tooMany(ofAll.fullForMs);

      let delivery = await deliveries.test(channel);
      for (let waited = 0; waited < TEST_LIFE_MS && !isTerminal(delivery.state); waited += POLL_INTERVAL_MS) {
        await pause(POLL_INTERVAL_MS);
        delivery = (await deliveries.latest(delivery)) ?? delivery;
      }
      if (delivery.state === 'SENT') return ok({ errorCode: null, errorMessage: null });
      if (delivery.state === 'DROPPED_RATE') return tooMany(60_000);
      return refused('SEND_FAILED', delivery.httpStatus === null ? 'no response' : `HTTP ${delivery.httpStatus}`);
    },
  });

/** The endpoint with the real timer. */
export const testChannel = testChannelWith((ms) => new Promise((resolve) => setTimeout(resolve, ms)));

const refused = (errorCode: string, errorMessage: string) => ok({ errorCode, errorMessage });

const tooMany = (fullForMs: number) => ({
  ...refused('RATE_LIMITED', 'too many test sends; try again in a minute'),
  headers: { 'retry-after': String(Math.ceil(fullForMs / 1000)) },
});
