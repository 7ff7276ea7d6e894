import { type Endpoint, failure, jsonBytes, plainErrors } from '../../platform/http/api.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { MAX_BATCH } from '../domain/call.ts';
import type { MockServices } from '../services.ts';
import { answerText } from './answer-text.ts';
import { matchBatchDoc } from './mocks.doc.ts';
import { AGENT_BODY, exactBody, questionOf } from './question.ts';

/** Answers up to 100 calls, in their order (interface 12). */
export const matchBatch: Endpoint<Pick<MockServices, 'mocks'>> = {
  method: 'POST',
  path: '/api/recorder/mocks/match-batch',
  scope: 'agent',
  body: AGENT_BODY,
  grows: true,
  errors: plainErrors,
  doc: matchBatchDoc,

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
          : JSON.stringify({ errorCode: answer.code, errorMessage: answer.message });
      }),
    );
    return jsonBytes(Buffer.from(`{"items":[${answers.join(',')}]}`));
  },
};
