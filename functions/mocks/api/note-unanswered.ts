import { type Endpoint, failure, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { MockServices } from '../composition.ts';
import { refused } from './match-call.ts';
import { mockDocs } from './mocks.doc.ts';
import { correlationOf } from './question.ts';

/** Notes that a call of a replayed request got no answer from the service, so that its request has no result. */
export const noteUnanswered: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/mocks/unanswered',
  scope: 'agent',
  body: JSON_BODY,
  grows: true,
  errors: plainErrors,
  doc: mockDocs.noteUnansweredCall,

  async answer({ body }, { mocks }) {
    const correlation = correlationOf(body);
    if (!correlation.ok) return failure(400, correlation.code, correlation.message);
    const noted = await mocks.noteUnanswered(correlation.value);
    return noted.ok ? ok({ replayId: noted.value }) : refused(noted);
  },
});
