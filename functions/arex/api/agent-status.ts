import { type Endpoint, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { ArexServices } from '../composition.ts';
import { agentConfig, configuredAt } from '../domain/agent-config.ts';
import { AREX_BODY, answerAgent, NOTHING, textMember } from './agent-request.ts';
import { arexDocs } from './arex.doc.ts';
import { type CompletingServices, completeRecords } from './complete-records.ts';

/**
 * The configuration of an agent. Its properties and environment variables, which it sends as it starts, hold secrets:
 * nothing of them is stored or logged.
 */
export const loadConfig: Endpoint<Pick<ArexServices, 'now' | 'work' | 'applications'>> = endpoint({
  method: 'POST',
  path: '/api/config/agent/load',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: arexDocs.loadArexConfig,

  answer: (request, { now, work, applications }) =>
    answerAgent(request, { work }, async (value) => {
      const appId = textMember(value, 'appId');
      const { sampleRate } = (await applications.settings(appId)).recorder;
      return {
        value: agentConfig({ appId, host: textMember(value, 'host') }, sampleRate, now()),
        headers: { 'last-modified': configuredAt(sampleRate) },
      };
    }),
});

/** The heartbeat of an agent, each minute: completes records that wait. 304: its configuration is current. */
export const agentStatus: Endpoint<CompletingServices> = endpoint({
  method: 'POST',
  path: '/api/config/agent/agentStatus',
  scope: 'agent',
  body: AREX_BODY,
  errors: plainErrors,
  doc: arexDocs.noteArexAgent,

  async answer(request, services) {
    await completeRecords(services);
    return answerAgent(request, services, async (value) => {
      const { recorder } = await services.applications.settings(textMember(value, 'appId'));
      const modified = configuredAt(recorder.sampleRate);
      const isUnchanged = request.headers.get('if-modified-since') === modified;
      return { value: NOTHING, headers: { 'last-modified': modified }, isUnchanged };
    });
  },
});
