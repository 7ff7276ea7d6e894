import * as v from 'valibot';
import { type BodyDoc, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { CLOUD_EVENTS, cloudEventOf } from './cloud-event-of.ts';
import { SHOWN_EVENT_EXAMPLE, ShownEvent } from './shown-event.ts';

const EventPage = v.object({ data: v.array(ShownEvent), next_cursor: v.string(), has_more: v.boolean() });

const CloudEvent = named(
  'CloudEvent',
  v.object({
    specversion: v.literal('1.0'),
    id: v.string(),
    source: v.literal('/service/eval'),
    type: v.string(),
    subject: v.optional(v.string()),
    time: v.pipe(v.string(), v.isoTimestamp()),
    datacontenttype: v.literal('application/json'),
    /** 16 digits. */
    sequence: v.string(),
    data: ShownEvent,
  }),
);

/** A page of events, as JSON and as CloudEvents (evaluation 3.10). */
export const EVENT_PAGE = {
  'application/json': {
    schema: EventPage,
    example: { data: [SHOWN_EVENT_EXAMPLE], next_cursor: RUN_EXAMPLE.cursor, has_more: false },
  },
  [CLOUD_EVENTS]: { schema: v.array(CloudEvent), example: [cloudEventOf(SHOWN_EVENT_EXAMPLE)] },
} satisfies BodyDoc;
