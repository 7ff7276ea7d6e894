import { isoText } from '../../../platform/time/iso-text.ts';
import type { EventIdentity, NotificationEvent } from '../channel-kind.ts';

/** Event types (spec 6.1). A sample has the type that most receivers expect. */
const TYPES: Readonly<Record<NotificationEvent, string>> = {
  completed: 'ai.service.replay.run.completed',
  diagnosed: 'ai.service.replay.run.diagnosed',
  test: 'ai.service.replay.run.completed',
};

/**
 * A CloudEvents 1.0 event in JSON format (spec 6.1). The subject is the planId. A replay that a schedule started has
 * the extension attribute `scheduleid`: CloudEvents lets producers add attributes, while spec 6.1 lists the members of
 * data.
 */
export function cloudEvent<Data extends { planId: string }>(
  { id, event, time }: EventIdentity,
  data: Data,
  scheduleId: string | null,
) {
  return {
    specversion: '1.0',
    id,
    source: '/service/replay',
    type: TYPES[event],
    subject: data.planId,
    time: isoText(time),
    datacontenttype: 'application/json',
    ...(scheduleId !== null && { scheduleid: scheduleId }),
    data,
  };
}
