import { type Endpoint, failure, jsonBytes, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { Refusal } from '../../platform/result.ts';
import { jsonTextOf } from '../../platform/values/typed-json.ts';
import type { MockServices } from '../composition.ts';
import type { CorrelationRefusal } from '../service/call-correlation.ts';
import { answerText } from './answer-text.ts';
import { mockDocs } from './mocks.doc.ts';
import { AGENT_BODY, exactBody, questionOf } from './question.ts';
import type { MatchAnswer } from './shown-calls.ts';

/** Answers a downstream call of a replayed request from its recording (interface 12). */
export const matchDownstreamCall: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/mocks/match',
  scope: 'agent',
  body: AGENT_BODY,
  grows: true,
  errors: plainErrors,
  doc: mockDocs.matchCall,

  async answer({ body, bytes }, { mocks }) {
    const question = questionOf(exactBody({ body, bytes }));
    if (!question.ok) return failure(400, question.code, question.message);
    const answer = await mocks.match(question.value);
    return answer.ok ? jsonBytes(jsonTextOf<MatchAnswer>(answerText(answer.value))) : refused(answer);
  },
});

/** The answer where the request of a call is not known. */
export const refused = ({ code, message }: Refusal<CorrelationRefusal>) =>
  failure(code === 'REPLAY_NOT_FOUND' ? 404 : 409, code, message);
