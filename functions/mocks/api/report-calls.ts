import * as v from 'valibot';
import { bodyBytes, type Endpoint, failure, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isObject } from '../../platform/json/is-object.ts';
import type { MockServices } from '../composition.ts';
import { MAX_MADE_CALLS } from '../service/call-consumer.ts';
import { mockDocs, NOT_FOUND } from './mocks.doc.ts';
import { parseCalls } from './parse-calls.ts';
import { AGENT_BODY, AskId, exactBody } from './question.ts';

/** Takes the calls that an application made for real while a case was replayed (interface 12). */
export const reportCalls: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/replays/{replayId}/calls',
  scope: 'agent',
  body: AGENT_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: mockDocs.reportCalls,

  async answer({ params: { replayId = '' }, body, bytes }, { mocks }) {
    const sent = exactBody({ body, bytes });
    const { calls: list, reportId = null } = isObject(sent) ? sent : {};
    const parsed = parseCalls(list);
    if (!parsed.ok) return failure(400, parsed.code, parsed.message);
    if (reportId !== null && !v.is(AskId, reportId)) return failure(400, 'INVALID_CALL', 'reportId is invalid');
    const { calls, rejected } = parsed.value;
    const beyond = await mocks.report(
      replayId,
      calls.map(({ call }) => call),
      reportId,
    );
    if (beyond === null) return failureOf(NOT_FOUND);
    const tooMany = new Set(beyond);
    rejected.push(
      ...calls.flatMap(({ index }, at) =>
        tooMany.has(at) ? { index, reason: `a replay has at most ${MAX_MADE_CALLS} calls` } : [],
      ),
    );
    return ok({ accepted: calls.length - tooMany.size, rejected: rejected.sort((a, b) => a.index - b.index) });
  },
});
