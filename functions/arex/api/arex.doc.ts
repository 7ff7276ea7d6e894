import * as v from 'valibot';
import { DEFAULT_SAMPLE_RATE } from '../../applications/domain/recorder-settings.ts';
import { type EndpointDoc, json, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { agentConfig } from '../domain/agent-config.ts';

const anyObject = v.record(v.string(), v.unknown());
const NOT_READ = refusal(400, 'INVALID_BODY', 'the body is neither JSON nor zstd-compressed JSON, or is too large');
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
const CODING = 'The body is JSON, or zstd of JSON as the agent sends it; the answer has the same coding.';

const common = { tag: 'Downstream calls', refusals: [NOT_READ] } as const;

export const loadConfigDoc: EndpointDoc = {
  ...common,
  id: 'loadArexConfig',
  summary: 'AREX agent: its configuration',
  description: `${CODING} Properties and environment variables in the body are neither stored nor logged. \`sampleRate\` is the setting \`recorder.sampleRate\` of the application.`,
  request: json(anyObject, { appId: EXAMPLE.appId, host: '10.4.202.26', agentStatus: 'START' }),
  responses: { 200: json(anyObject, agentConfig(AGENT, DEFAULT_SAMPLE_RATE, 1_790_000_000_000)) },
};

export const agentStatusDoc: EndpointDoc = {
  ...common,
  id: 'noteArexAgent',
  summary: 'AREX agent: its heartbeat',
  description: `${CODING} 304 if its configuration, by If-Modified-Since, is of today. Completes records that wait.`,
  request: json(anyObject, { appId: EXAMPLE.appId, host: '10.4.202.26', agentStatus: 'WORKING' }),
  responses: { 200: json(anyObject, {}) },
};

export const saveMockersDoc: EndpointDoc = {
  ...common,
  id: 'saveArexMockers',
  summary: 'AREX agent: recorded requests and calls',
  description: `${CODING} Mockers of one recordId are a record; it becomes a case when its inbound request has arrived and two seconds have passed, at the next request of the agent.`,
  request: json(v.array(anyObject), [MOCKER]),
  responses: { 200: json(anyObject, {}) },
};

export const queryMockerDoc: EndpointDoc = {
  ...common,
  id: 'queryArexMocker',
  summary: 'AREX agent: the answer of a call',
  description: `${CODING} \`{}\` where no recorded call answers.`,
  headers: {
    'x-arex-mock-strategy-code': {
      schema: v.picklist(['0', '1', '2']),
      description: '0: the last answer again where a call is made too often; 1: none then; 2: only an equal call.',
    },
  },
  request: json(anyObject, { ...MOCKER, replayId: 'AREX-1', targetResponse: null }),
  responses: { 200: json(anyObject, {}) },
};

export const queryMockersDoc: EndpointDoc = {
  ...common,
  id: 'queryArexMockers',
  summary: 'AREX agent: the calls that it answers by itself',
  description: CODING,
  request: json(anyObject, { recordId: RECORD_ID, replayId: 'AREX-1', categoryTypes: ['DynamicClass', 'Redis'] }),
  responses: { 200: json(v.array(anyObject), []) },
};

export const invalidCaseDoc: EndpointDoc = {
  ...common,
  id: 'withdrawArexRecord',
  summary: 'AREX agent: a record that it could not send whole',
  description: `${CODING} The record, and the case that it may have become, are removed.`,
  request: json(anyObject, { appId: EXAMPLE.appId, recordId: RECORD_ID, replayId: null, reason: 'queue overflow' }),
  responses: { 200: json(anyObject, {}) },
};
