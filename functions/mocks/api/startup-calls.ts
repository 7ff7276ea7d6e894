import { isAppId } from '../../applications/domain/app-id.ts';
import { bodyBytes, type Endpoint, failure, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { isObject } from '../../platform/json/is-object.ts';
import type { MockServices } from '../composition.ts';
import { mockDocs } from './mocks.doc.ts';
import { parseCalls } from './parse-calls.ts';
import { AGENT_BODY, exactBody } from './question.ts';

/** Keeps calls that an application makes outside of requests: to connect, to migrate, to ask for a version. */
export const reportStartupCalls: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/apps/{appId}/startup-calls',
  scope: 'record',
  body: AGENT_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: mockDocs.recordStartupCalls,

  async answer({ params: { appId = '' }, body, bytes }, { mocks }) {
    if (!isAppId(appId)) return badParameter('appId');
    const sent = exactBody({ body, bytes });
    const parsed = parseCalls(isObject(sent) ? sent.calls : null);
    if (!parsed.ok) return failure(400, parsed.code, parsed.message);
    const { calls, rejected } = parsed.value;
    await mocks.noteStartup(
      appId,
      calls.map(({ call }) => call),
    );
    return ok({ accepted: calls.length, rejected });
  },
});
