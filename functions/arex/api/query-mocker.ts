import * as v from 'valibot';
import { type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isObject } from '../../platform/json/is-object.ts';
import { askedCall, isPrefetched } from '../../recordings/domain/importers/arex/arex-call.ts';
import { isEntry, Mocker, traceIdOfRecord } from '../../recordings/domain/importers/arex/mocker.ts';
import type { ArexServices } from '../composition.ts';
import { foundMocker } from '../domain/found-mocker.ts';
import { AREX_BODY, answerAgent, NOTHING } from './agent-request.ts';
import { arexDocs } from './arex.doc.ts';

/** Values of X-AREX-Mock-Strategy-Code: how a call is answered that is made more often than it was recorded. */
const STRATEGIES: Readonly<Record<string, { reuse?: 'never' | 'always'; isExact: boolean }>> = {
  /** FIND_LAST: the last answer again. */
  0: { reuse: 'always', isExact: false },
  /** OVER_BREAK: no answer. */
  1: { reuse: 'never', isExact: false },
  /** STRICT_MATCH: only an equal call. */
  2: { reuse: 'never', isExact: true },
};

/** Answers a call that an application makes while a case of the agent is replayed; `{}` where nothing answers. */
export const queryMocker: Endpoint<Pick<ArexServices, 'mocks' | 'work'>> = endpoint({
  method: 'POST',
  path: '/api/storage/record/query',
  scope: 'agent',
  body: AREX_BODY,
  grows: true,
  errors: plainErrors,
  doc: arexDocs.queryArexMocker,

  answer: (request, { mocks, work }) =>
    answerAgent(request, { work }, async (asked) => {
      const mocker = v.safeParse(Mocker, asked, { abortEarly: true });
      // The agent also stores the answer of the inbound request this way; the service has it from the target.
      if (!mocker.success || !isObject(asked) || isEntry(mocker.output)) return { value: NOTHING };
      const { reuse, isExact } = STRATEGIES[request.headers.get('x-arex-mock-strategy-code') ?? ''] ?? {
        isExact: false,
      };
      const call = askedCall(mocker.output);
      const found = await mocks.match({
        traceId: traceIdOfRecord(mocker.output.recordId),
        call: { ...call, request: JSON.stringify(call.request) },
        ...(reuse && { reuse }),
        isPartial: isPrefetched(mocker.output),
      });
      if (!found.ok || !found.value.matched) return { value: NOTHING };
      if (isExact && found.value.strategy !== 'exact') return { value: NOTHING };
      return { value: foundMocker(asked, found.value.response) ?? NOTHING };
    }),
});
