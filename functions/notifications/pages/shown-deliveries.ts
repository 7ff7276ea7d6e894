import type { ChannelServices } from '../composition.ts';
import type { ShownDelivery } from './last-text.ts';

/** The last delivery of each channel with its run, by the id of the channel. */
export async function shownDeliveries({
  deliveries,
  plans,
}: Pick<ChannelServices, 'deliveries' | 'plans'>): Promise<Map<string, ShownDelivery>> {
  const last = [...(await deliveries.last.all()).values()];
  const ids = [...new Set(last.map(({ planId }) => planId))];
  const found = (await Promise.all(ids.map((planId) => plans.find(planId)))).filter((plan) => plan !== undefined);
  const rounds = await plans.latestRounds(found);
  const runs = new Map(found.map((plan, index) => [plan.planId, { plan, round: rounds[index] }]));
  return new Map(last.map((one) => [one.channelId, { last: one, run: runs.get(one.planId) }]));
}
