import * as v from 'valibot';
import { DEFAULT_SAMPLE_RATE } from '../../applications/domain/recorder-settings.ts';
import { answers, docs, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { agentConfig } from '../domain/agent-config.ts';

const anyObject = v.record(v.string(), v.unknown());
/** The refusal of a body in another coding. */
export const UNREADABLE = refusal(
  400,
  'INVALID_BODY',
  'the body is neither JSON nor zstd-compressed JSON, or is too large',
);
const RECORD_ID = 'AREX-10-4-202-26-46993323299502';
const MOCKER = {
  recordId: RECORD_ID,
  replayId: null,
  appId: EXAMPLE.appId,
  categoryType: { name: 'Database', entryPoint: false, skipComparison: false },
  creationTime: 1_790_000_000_000,
  operationName: 'query',
  targetRequest: { body: 'SELECT 1 FROM orders', attributes: { dbName: 'shop' }, type: null },
  targetResponse: { body: '[]', attributes: {}, type: 'java.util.ArrayList' },
};
const AGENT = { appId: EXAMPLE.appId, host: '10.4.202.26' };
const refusals = [UNREADABLE];
const CODING = 'The body is JSON, or zstd-compressed JSON. The response has the same encoding.';

/** What the OpenAPI document says of agents of AREX (docs/arex-agent.md). */
export const arexDocs = docs('Downstream calls', {
  loadArexConfig: {
    summary: 'AREX agent: read the configuration',
    description: `${CODING} Properties and environment variables in the body are neither stored nor logged. \`sampleRate\` is the setting \`recorder.sampleRate\` of the application.`,
    request: json(anyObject, { appId: EXAMPLE.appId, host: '10.4.202.26', agentStatus: 'START' }),
    responses: answers(anyObject, agentConfig(AGENT, DEFAULT_SAMPLE_RATE, 1_790_000_000_000)),
    refusals,
  },
  noteArexAgent: {
    summary: 'AREX agent: send a heartbeat',
    description: `${CODING} Answers 304 if the configuration has not changed (If-Modified-Since). Completes pending records.`,
    request: json(anyObject, { appId: EXAMPLE.appId, host: '10.4.202.26', agentStatus: 'WORKING' }),
    responses: answers(anyObject, {}),
    refusals,
  },
  saveArexMockers: {
    summary: 'AREX agent: store recorded requests and calls',
    description: `${CODING} Mockers with the same recordId are a record. It becomes a case two seconds after its inbound request has arrived, at the next request of the agent.`,
    request: json(v.array(anyObject), [MOCKER]),
    responses: answers(anyObject, {}),
    refusals,
  },
  queryArexMocker: {
    summary: 'AREX agent: get the recorded response of a call',
    description: `${CODING} Returns \`{}\` if there is no recorded call.`,
    headers: {
      'x-arex-mock-strategy-code': {
        schema: v.picklist(['0', '1', '2']),
        description:
          '0: a repeated call gets the last response again. 1: a repeated call gets no response. 2: only an equal call gets a response.',
      },
    },
    request: json(anyObject, { ...MOCKER, replayId: 'AREX-1', targetResponse: null }),
    responses: answers(anyObject, {}),
    refusals,
  },
  queryArexMockers: {
    summary: 'AREX agent: list the calls that the agent answers',
    description: CODING,
    request: json(anyObject, { recordId: RECORD_ID, replayId: 'AREX-1', categoryTypes: ['DynamicClass', 'Redis'] }),
    responses: answers(v.array(anyObject), []),
    refusals,
  },
  withdrawArexRecord: {
    summary: 'AREX agent: remove an incomplete record',
    description: `${CODING} Removes the record, and the case if there is one.`,
    request: json(anyObject, { appId: EXAMPLE.appId, recordId: RECORD_ID, replayId: null, reason: 'queue overflow' }),
    responses: answers(anyObject, {}),
    refusals,
  },
});
