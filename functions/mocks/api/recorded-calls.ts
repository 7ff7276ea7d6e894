import * as v from 'valibot';
import { type Endpoint, failureOf, jsonBytes, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { jsonTextOf } from '../../platform/values/typed-json.ts';
import type { MockServices } from '../composition.ts';
import { CallKind } from '../domain/call.ts';
import { mockDocs, NOT_FOUND } from './mocks.doc.ts';
import type { ShownCall } from './shown-calls.ts';

type Shown = v.InferOutput<typeof ShownCall>;

/** The recorded calls of a replayed case, for agents that answer by themselves (interface 12). */
export const recordedCalls: Endpoint<Pick<MockServices, 'mocks'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/replays/{replayId}/calls',
  scope: 'agent',
  errors: plainErrors,
  doc: mockDocs.listRecordedCalls,

  async answer({ params: { replayId = '' }, query }, { mocks }) {
    const kind = query.get('kind');
    const target = query.get('target');
    if (kind !== null && !v.is(CallKind, kind)) return badParameter('kind');
    const calls = await mocks.recordedCalls(replayId);
    if (calls === null) return failureOf(NOT_FOUND);
    const items = calls
      .filter(({ call }) => (kind === null || call.kind === kind) && (target === null || call.target === target))
      .map(({ index, call: { request, response, ...call } }) => {
        const head: Omit<Shown, 'request' | 'response'> = { callId: String(index), ...call };
        return `${JSON.stringify(head).slice(0, -1)},"request":${request},"response":${response}}`;
      });
    return jsonBytes(jsonTextOf<{ items: Shown[] }>(`{"items":[${items.join(',')}]}`));
  },
});
