import { type Endpoint, failure, jsonBytes, plainErrors, type RefusalBody } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { jsonTextOf } from '../../platform/values/typed-json.ts';
import type { MockServices } from '../composition.ts';
import { MAX_BATCH } from '../domain/call.ts';
import { answerText } from './answer-text.ts';
import { mockDocs } from './mocks.doc.ts';
import { AGENT_BODY, exactBody, questionOf } from './question.ts';
import type { MatchAnswer } from './shown-calls.ts';

/** Answers up to 100 calls, in their order (interface 12). */
export const matchBatch: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/mocks/match-batch',
  scope: 'agent',
  body: AGENT_BODY,
  grows: true,
  errors: plainErrors,
  doc: mockDocs.matchCalls,

  async answer({ body, bytes }, { mocks }) {
    const sent = exactBody({ body, bytes });
    const items = isObject(sent) ? sent.items : null;
    if (!Array.isArray(items) || items.length > MAX_BATCH)
      return failure(400, 'INVALID_CALL', `items is missing or has more than ${MAX_BATCH} calls`);
    const answers = await Promise.all(
      items.map(async (item) => {
        const question = questionOf(item);
        const answer = question.ok ? await mocks.match(question.value) : question;
        return answer.ok
          ? answerText(answer.value)
          : JSON.stringify({ errorCode: answer.code, errorMessage: answer.message } satisfies RefusalBody);
      }),
    );
    return jsonBytes(jsonTextOf<{ items: (MatchAnswer | RefusalBody)[] }>(`{"items":[${answers.join(',')}]}`));
  },
});
