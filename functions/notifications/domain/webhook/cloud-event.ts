import type { EventIdentity, NotificationEvent } from '../channels/channel-kind.ts';

/** Types of events (spec 6.1); a sample is sent as what most receivers wait for. */
const TYPES: Readonly<Record<NotificationEvent, string>> = {
  completed: 'ai.service.replay.run.completed',
  diagnosed: 'ai.service.replay.run.diagnosed',
  test: 'ai.service.replay.run.completed',
};

/** A CloudEvents 1.0 event in its JSON format (spec 6.1); the subject is the planId. */
export function cloudEvent<Data extends { planId: string }>({ id, event, time }: EventIdentity, data: Data) {
  return {
    specversion: '1.0',
    id,
    source: '/service/replay',
    type: TYPES[event],
    subject: data.planId,
    time: new Date(time).toISOString(),
    datacontenttype: 'application/json',
    data,
  };
}
