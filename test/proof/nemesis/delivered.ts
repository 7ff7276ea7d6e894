import type { FakeReceivers } from '../../support/fakes/fake-receivers.ts';
import type { Delivered } from './history.ts';

/** The messages about runs that receivers accepted. */
export const deliveredTo = ({ received }: Pick<FakeReceivers, 'received'>): Delivered[] =>
  received.flatMap((one): Delivered[] => {
    const planId = /\/report\/([0-9a-f]{24})/.exec(one.body)?.[1];
    const isTaken = one.type === 'webhook' ? one.code < 300 : one.code === 0;
    if (!isTaken || planId === undefined) return [];
    const isBot = one.type !== 'webhook';
    return [
      {
        at: one.at,
        type: isBot ? 'bot' : 'webhook',
        channel: one.name,
        planId,
        eventId: isBot ? null : JSON.parse(one.body).id,
      },
    ];
  });
