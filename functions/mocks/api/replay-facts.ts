import { type Endpoint, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { MockServices } from '../composition.ts';
import { mockDocs, NOT_FOUND } from './mocks.doc.ts';

/**
 * What an agent needs to know of a request that is replayed: which case, when it was recorded, and whether calls are
 * mocked.
 */
export const replayFacts: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/replays/{replayId}',
  scope: 'agent',
  errors: plainErrors,
  doc: mockDocs.readActiveReplay,

  async answer({ params: { replayId = '' } }, { mocks }) {
    const replay = await mocks.facts(replayId);
    if (replay === null) return failureOf(NOT_FOUND);
    const { caseId, appId, recordedAt, enableMock, traceId } = replay;
    return ok({ replayId, caseId, appId, recordedAt: isoText(recordedAt), enableMock, traceId });
  },
});
