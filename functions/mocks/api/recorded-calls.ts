import * as v from 'valibot';
import { type Endpoint, jsonBytes, plainErrors } from '../../platform/http/api.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { CallKind } from '../domain/call.ts';
import type { MockServices } from '../services.ts';
import { recordedCallsDoc } from './mocks.doc.ts';
import { NOT_FOUND } from './replay-facts.ts';

/** The recorded calls of a replayed case, for agents that answer by themselves (interface 12). */
export const recordedCalls: Endpoint<Pick<MockServices, 'mocks'>> = {
  method: 'GET',
  path: '/api/recorder/replays/{replayId}/calls',
  scope: 'agent',
  errors: plainErrors,
  doc: recordedCallsDoc,

  async answer({ params: { replayId = '' }, query }, { mocks }) {
    const kind = query.get('kind');
    const target = query.get('target');
    if (kind !== null && !v.is(CallKind, kind)) return badParameter('kind');
    const calls = await mocks.recordedCalls(replayId);
    if (calls === null) return NOT_FOUND;
    const items = calls
      .filter(({ call }) => (kind === null || call.kind === kind) && (target === null || call.target === target))
      .map(({ index, call: { request, response, ...call } }) => {
        const head = JSON.stringify({ callId: String(index), ...call });
        return `${head.slice(0, -1)},"request":${request},"response":${response}}`;
      });
    return jsonBytes(Buffer.from(`{"items":[${items.join(',')}]}`));
  },
};
