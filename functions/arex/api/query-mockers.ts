import * as v from 'valibot';
import { type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { RecordId, traceIdOfRecord } from '../../recordings/domain/importers/arex/mocker.ts';
import type { ArexServices } from '../composition.ts';
import { categoryOf, prefetchedMocker } from '../domain/found-mocker.ts';
import { AREX_BODY, answerAgent } from './agent-request.ts';
import { arexDocs } from './arex.doc.ts';

/** The mockers that the agent answers by itself, which it fetches as a replayed request begins. */
export const queryMockers: Endpoint<Pick<ArexServices, 'mocks' | 'work'>> = endpoint({
  method: 'POST',
  path: '/api/storage/record/queryMockers',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: arexDocs.queryArexMockers,

  answer: (request, { mocks, work }) =>
    answerAgent(request, { work }, async (asked) => {
      const { recordId, categoryTypes } = isObject(asked) ? asked : {};
      if (!v.is(RecordId, recordId)) return { value: [] };
      const replay = await mocks.find({ traceId: traceIdOfRecord(recordId) });
      const calls = replay?.enableMock ? await mocks.recordedCalls(replay.replayId) : null;
      const mockers = (calls ?? [])
        .map(({ index, call }) => prefetchedMocker(recordId, index, call.response))
        .filter((mocker) => mocker !== null);
      const wanted = Array.isArray(categoryTypes) ? new Set<unknown>(categoryTypes) : null;
      return { value: mockers.filter((mocker) => wanted === null || wanted.has(categoryOf(mocker))) };
    }),
});
