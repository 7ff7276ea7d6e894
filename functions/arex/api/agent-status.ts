import { type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { agentConfig, CONFIGURED_AT } from '../domain/agent-config.ts';
import type { ArexServices } from '../services.ts';
import { AREX_BODY, answerAgent, NOTHING, textMember } from './agent-request.ts';
import { agentStatusDoc, loadConfigDoc } from './arex.doc.ts';
import { type CompletingServices, completeRecords } from './complete-records.ts';

/**
 * The configuration of an agent. Its properties and environment variables, which it sends as it starts, hold secrets:
 * nothing of them is stored or logged.
 */
export const loadConfig: Endpoint<Pick<ArexServices, 'now' | 'work'>> = {
  method: 'POST',
  path: '/api/config/agent/load',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: loadConfigDoc,

  answer: (request, { now, work }) =>
    answerAgent(request, { work }, async (value) => ({
      value: agentConfig(textMember(value, 'appId'), textMember(value, 'host'), now()),
      headers: { 'last-modified': CONFIGURED_AT },
    })),
};

/** The heartbeat of an agent, each minute: completes records that wait. 304: its configuration is of today. */
export const agentStatus: Endpoint<CompletingServices> = {
  method: 'POST',
  path: '/api/config/agent/agentStatus',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: agentStatusDoc,

  async answer(request, services) {
    await completeRecords(services);
    const headers = { 'last-modified': CONFIGURED_AT };
    if (request.headers.get('if-modified-since') === CONFIGURED_AT)
      return { status: 304, headers, bytes: new Uint8Array() };
    return answerAgent(request, services, async () => ({ value: NOTHING, headers }));
  },
};
