import { type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { MockServices } from '../services.ts';
import { replayFactsDoc } from './mocks.doc.ts';

/** What an agent needs to know of a request that is replayed: which case, when it was recorded, and whether calls are mocked. */
export const replayFacts: Endpoint<Pick<MockServices, 'mocks'>> = {
  method: 'GET',
  path: '/api/recorder/replays/{replayId}',
  scope: 'agent',
  errors: plainErrors,
  doc: replayFactsDoc,

  async answer({ params: { replayId = '' } }, { mocks }) {
    const replay = await mocks.facts(replayId);
    if (replay === null) return NOT_FOUND;
    const { caseId, appId, recordedAt, enableMock, traceId } = replay;
    return ok({ replayId, caseId, appId, recordedAt: isoText(recordedAt), enableMock, traceId });
  },
};

/** The answer for a replay that has not begun or has ended. */
export const NOT_FOUND = failure(404, 'REPLAY_NOT_FOUND', 'no such replay is in progress');
