import * as v from 'valibot';
import { docs, type ParameterDocs } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { LIST_QUERY } from '../../common/api/list-page.ts';
import { RUN_PARAMS } from '../../common/api/run-example.ts';
import { RunId } from '../../domain/identifiers.ts';
import { EVENT_TYPES } from '../../domain/ledger/event.ts';
import { CLOUD_EVENTS } from './cloud-event-of.ts';
import { EVENT_PAGE } from './shown-events.ts';
import { WaitSeconds } from './wait-seconds.ts';

const QUERY: ParameterDocs = {
  type: { schema: v.picklist(EVENT_TYPES), description: 'Only this type.' },
  wait_seconds: { schema: WaitSeconds, description: 'Seconds to wait for the first event. Default: 0.' },
};

const DESCRIPTION = `Oldest first, by a sequence without gaps. \`next_cursor\` is always present, so that a reader can continue. \`has_more\`: ask
again immediately. A page may be empty although there is more. With \`Accept: ${CLOUD_EVENTS}\` the page is a batch of CloudEvents. The
address of the next page is then in \`Link\`, and \`x-has-more\` says whether to ask immediately. \`cursor=latest\` starts at the end.`;

/** What the OpenAPI document says of events. */
export const eventDocs = docs('Evaluation runs', {
  listEvents: {
    summary: 'Read events',
    description: DESCRIPTION,
    query: { ...LIST_QUERY, workflow_run_id: { schema: RunId, description: 'Only this run.' }, ...QUERY },
    responses: { 200: EVENT_PAGE },
  },
  listRunEvents: {
    summary: 'Read the events of a run',
    description: DESCRIPTION,
    params: RUN_PARAMS,
    query: { ...LIST_QUERY, ...QUERY },
    responses: { 200: EVENT_PAGE },
    refusals: problemDocs('not_found'),
  },
  appendEvent: { summary: 'Always refused: the service alone writes events', responses: {} },
});
