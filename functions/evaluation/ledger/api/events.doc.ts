import * as v from 'valibot';
import {
  type BodyDoc,
  type EndpointDoc,
  named,
  type ParameterDocs,
} from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { LIST_QUERY } from '../../common/api/list-page.ts';
import { RUN_EXAMPLE, RUN_PARAMS } from '../../common/api/run-example.ts';
import { RunId } from '../../domain/identifiers.ts';
import { EVENT_TYPES } from '../../domain/ledger/event.ts';
import { CLOUD_EVENTS, cloudEventOf } from './cloud-event-of.ts';
import { SHOWN_EVENT_EXAMPLE, ShownEvent } from './shown-event.ts';

/** Seconds that a request may wait for an event (evaluation 3.10, 5.2). */
export const WaitSeconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(20),
);

const QUERY: ParameterDocs = {
  type: { schema: v.picklist(EVENT_TYPES), description: 'Only this type.' },
  wait_seconds: { schema: WaitSeconds, description: 'Seconds to wait for the first event. Default: 0.' },
};

const Page = v.object({ data: v.array(ShownEvent), next_cursor: v.string(), has_more: v.boolean() });
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
const PAGE: BodyDoc = {
  'application/json': {
    schema: Page,
    example: { data: [SHOWN_EVENT_EXAMPLE], next_cursor: RUN_EXAMPLE.cursor, has_more: false },
  },
  [CLOUD_EVENTS]: { schema: v.array(CloudEvent), example: [cloudEventOf(SHOWN_EVENT_EXAMPLE)] },
};

const DESCRIPTION = `Oldest first, by a sequence without gaps. \`next_cursor\` is always present, so that a reader can continue. \`has_more\`: ask
again immediately. A page may be empty although there is more. With \`Accept: ${CLOUD_EVENTS}\` the page is a batch of CloudEvents. The
address of the next page is then in \`Link\`, and \`x-has-more\` says whether to ask immediately. \`cursor=latest\` starts at the end.`;

/** API documentation of listing the events of a tenant (evaluation 3.10). */
export const listEventsDoc: EndpointDoc = {
  id: 'listEvents',
  tag: 'Evaluation runs',
  summary: 'Read events',
  description: DESCRIPTION,
  query: {
    ...LIST_QUERY,
    workflow_run_id: { schema: RunId, description: 'Only this run.' },
    ...QUERY,
  },
  responses: { 200: PAGE },
};

/** API documentation of listing the events of a run (evaluation 3.10). */
export const listRunEventsDoc: EndpointDoc = {
  id: 'listRunEvents',
  tag: 'Evaluation runs',
  summary: 'Read the events of a run',
  description: DESCRIPTION,
  params: RUN_PARAMS,
  query: { ...LIST_QUERY, ...QUERY },
  responses: { 200: PAGE },
  refusals: problemDocs('not_found'),
};

/** API documentation of appending an event, which is always refused (evaluation 3.10). */
export const appendEventDoc: EndpointDoc = {
  id: 'appendEvent',
  tag: 'Evaluation runs',
  summary: 'Always refused: the service alone writes events',
  responses: {},
};
