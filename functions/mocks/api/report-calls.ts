import * as v from 'valibot';
import { bodyBytes, type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { MAX_MADE_CALLS } from '../service/call-consumer.ts';
import type { MockServices } from '../services.ts';
import { reportCallsDoc } from './mocks.doc.ts';
import { AGENT_BODY, AskId, exactBody } from './question.ts';
import { readCalls } from './read-calls.ts';
import { NOT_FOUND } from './replay-facts.ts';

/** Takes the calls that an application made for real while a case was replayed (interface 12). */
export const reportCalls: Endpoint<Pick<MockServices, 'mocks'>> = {
  method: 'POST',
  path: '/api/recorder/replays/{replayId}/calls',
  scope: 'agent',
  body: AGENT_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: reportCallsDoc,

  async answer({ params: { replayId = '' }, body, bytes }, { mocks }) {
    const sent = exactBody({ body, bytes });
    const { calls: list, reportId = null } = isObject(sent) ? sent : {};
    const read = readCalls(list);
    if (!read.ok) return failure(400, read.code, read.message);
    if (reportId !== null && !v.is(AskId, reportId)) return failure(400, 'INVALID_CALL', 'reportId is invalid');
    const { calls, rejected } = read.value;
    const beyond = await mocks.report(
      replayId,
      calls.map(({ call }) => call),
      reportId,
    );
    if (beyond === null) return NOT_FOUND;
    const tooMany = new Set(beyond);
    rejected.push(
      ...calls.flatMap(({ index }, at) =>
        tooMany.has(at) ? { index, reason: `a replay has at most ${MAX_MADE_CALLS} calls` } : [],
      ),
    );
    return ok({ accepted: calls.length - tooMany.size, rejected: rejected.sort((a, b) => a.index - b.index) });
  },
};
