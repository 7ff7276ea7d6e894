import * as v from 'valibot';
import type { ApiRequest } from '../../../platform/http/api.ts';
import { problem, problemOf } from '../../../platform/http/problem.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { evaluationEndpoint } from '../../common/api/evaluation-endpoint.ts';
import { limitOf } from '../../common/api/list-page.ts';
import type { EvaluationUses } from '../../composition.ts';
import { RunId } from '../../domain/identifiers.ts';
import { EVENT_TYPES, type EventType } from '../../domain/ledger/event.ts';
import type { EventPage } from '../store/ledger-reader.ts';
import { CLOUD_EVENTS, cloudEventOf } from './cloud-event-of.ts';
import { runCursor, runSequenceOf, sequenceOf, tenantCursor } from './event-cursor.ts';
import { eventDocs } from './events.doc.ts';
import { WaitSeconds } from './wait-seconds.ts';

/** Lists the ledger of the tenant, oldest first (evaluation 3.10). */
export const listEvents = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/events',
  scope: 'eval:read',
  doc: eventDocs.listEvents,

  async answer(request, { evaluation }: EvaluationUses<'ledger'>) {
    const { tenant } = request.caller;
    const wanted = eventQuery(request);
    if (!wanted.ok) return problemOf(wanted);
    const runId = request.query.get('workflow_run_id');
    if (runId !== null && !v.is(RunId, runId))
      return problem('invalid_query', 'workflow_run_id must be the id of a run');
    const cursor = request.query.get('cursor');
    const after: number | 'latest' | null =
      cursor === null || cursor === 'latest' ? cursor : sequenceOf(cursor, tenant);
    if (cursor !== null && after === null) return problem('invalid_cursor', 'cursor does not belong to this list');
    const { waitMs, ...filter } = wanted.value;
    const { ledger } = evaluation;
    const page = await ledger.waitFor(
      (from) => ledger.page({ after: from, workflow_run_id: runId, ...filter }),
      after,
      waitMs,
    );
    return answerOf(request, page, tenantCursor(tenant, page.next));
  },
});

/** Lists the events of a run, oldest first (evaluation 3.10). */
export const listRunEvents = evaluationEndpoint({
  method: 'GET',
  path: '/api/v1/eval/runs/{runId}/events',
  scope: 'eval:read',
  doc: eventDocs.listRunEvents,

  async answer(request, { evaluation }: EvaluationUses<'runs' | 'ledger'>) {
    const { runId = '' } = request.params;
    const wanted = eventQuery(request);
    if (!wanted.ok) return problemOf(wanted);
    const run = await evaluation.runs.find(runId);
    if (run === undefined) return problem('not_found', 'There is no such run.');
    const cursor = request.query.get('cursor');
    const after = cursor === null ? null : cursor === 'latest' ? run.run_sequence : runSequenceOf(cursor, runId);
    if (cursor !== null && after === null) return problem('invalid_cursor', 'cursor does not belong to this list');
    const { waitMs, ...filter } = wanted.value;
    const { ledger } = evaluation;
    const page = await ledger.waitFor((from) => ledger.ofRun(runId, { after: from, ...filter }), after, waitMs);
    return answerOf(request, page, runCursor(runId, page.next));
  },
});

/** Refuses to append events: only the service writes them (evaluation 3.10). */
export const appendEvent = evaluationEndpoint({
  method: 'POST',
  path: '/api/v1/eval/events',
  scope: 'eval:read',
  doc: eventDocs.appendEvent,
  answer: async () => problem('event_append_forbidden', 'Only the service appends events.'),
});

interface EventQuery {
  limit: number;
  type: EventType | null;
  waitMs: number;
}

function eventQuery({ query }: Pick<ApiRequest, 'query'>): Result<EventQuery, 'invalid_query'> {
  const limit = limitOf({ query });
  if (!limit.ok) return limit;
  const wait = v.safeParse(WaitSeconds, query.get('wait_seconds') ?? '0');
  if (!wait.success) return refuse('invalid_query', 'wait_seconds must be a number from 0 to 20');
  const type = v.safeParse(v.nullable(v.picklist(EVENT_TYPES)), query.get('type'));
  if (!type.success) return refuse('invalid_query', 'type is not an event type');
  return accept({ limit: limit.value, type: type.output, waitMs: wait.output * 1000 });
}

function answerOf({ headers, path, query }: ApiRequest, { events, isMore }: EventPage, next: string) {
  if (!accepts(headers.get('accept') ?? '', CLOUD_EVENTS))
    return { status: 200, body: { data: events, next_cursor: next, has_more: isMore } };
  const following = new URLSearchParams(query);
  following.set('cursor', next);
  return {
    status: 200,
    headers: {
      'content-type': CLOUD_EVENTS,
      link: `<${path}?${following}>; rel="next"`,
      'x-has-more': String(isMore),
    },
    body: events.map(cloudEventOf),
  };
}

const accepts = (header: string, type: string): boolean =>
  header.split(',').some((part) => part.split(';')[0]?.trim().toLowerCase() === type);
