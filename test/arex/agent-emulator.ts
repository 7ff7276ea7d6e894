import type { IncomingHttpHeaders } from 'node:http';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { openTarget } from '../support/fakes/recorded-target.ts';

/** A downstream call of the emulated application, as the agent describes it. */
interface Dependency {
  category: 'Database' | 'HttpClient' | 'Redis' | 'DynamicClass';
  operationName: string;
  body: string | null;
  attributes?: Record<string, string>;
  /** Fails where the real thing is switched off. */
  real(): { body: string; type: string };
}

type CallDownstream = (dependency: Dependency) => Promise<string | null>;
export interface Build {
  /** Answers a request by its downstream calls. */
  answer(path: string, call: CallDownstream): Promise<object>;
}

interface AgentOptions {
  /** The service. */
  url: string;
  token: string;
  appId: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Speaks to the service as the agent does (docs/arex-agent.md): its headers, its coding, its order of requests. */
export function agentOf({ url, token, appId }: AgentOptions) {
  const zstd = 'application/zstd-json;charset=UTF-8';
  const headers = { 'arex-api-token': token, accept: '*/*', 'user-agent': 'arex-async-http-client-0.4.8' };

  async function ask(path: string, value: unknown, more: Record<string, string> = {}) {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': zstd, ...more },
      body: zstdCompressSync(JSON.stringify(value)),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The agent takes any failure for nothing found.
    return answer.ok ? JSON.parse(zstdDecompressSync(bytes).toString()) : null;
  }

  const askJson = (path: string, value: object, more: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json;charset=UTF-8', ...more },
      body: JSON.stringify(value),
    });

  return {
    load: (environment: Record<string, string> = {}) =>
      askJson('/api/config/agent/load', { appId, host: '10.4.202.26', agentStatus: 'START', systemEnv: environment }),
    status: (ifModifiedSince?: string) =>
      askJson(
        '/api/config/agent/agentStatus',
        { appId, host: '10.4.202.26', agentStatus: 'WORKING', currentRate: '60', decelerateCode: '0' },
        ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince },
      ),
    save: (mockers: readonly object[]) => ask('/api/storage/record/batchSaveMockers', mockers),
    query: (mocker: object, strategy = '1') =>
      ask('/api/storage/record/query', mocker, { 'X-AREX-Mock-Strategy-Code': strategy }),
    prefetch: (recordId: string, replayId: string) =>
      ask('/api/storage/record/queryMockers', {
        recordId,
        replayId,
        fieldNames: ['id'],
        categoryTypes: ['DynamicClass', 'Redis'],
      }),
    invalidate: (recordId: string) =>
      askJson('/api/storage/record/invalidCase', { appId, recordId, replayId: null, reason: 'queue overflow' }),
  };
}

/** An application under the agent: an HTTP server that records its requests, or replays those that name a record. */
export async function openArexApplication(options: AgentOptions, build: Build) {
  const agent = agentOf(options);
  let made = 0;
  const clock = () => Date.now();
  const mockerOf = (recordId: string, replayId: string | null, name: string, isEntry: boolean, order: number) => ({
    id: `m${++made}`,
    categoryType: { name, entryPoint: isEntry, skipComparison: name === 'DynamicClass' || name === 'Redis' },
    replayId,
    recordId,
    appId: options.appId,
    recordEnvironment: 0,
    recordVersion: '0.4.8',
    creationTime: clock() + order,
    updateTime: 0,
    expirationTime: clock() + 345_600_000,
    tags: {},
  });
  const asked = ({ operationName, body, attributes = {} }: Dependency) => ({
    operationName,
    targetRequest: { body, attributes, type: null },
  });

  async function recorded(recordId: string, path: string, headers: IncomingHttpHeaders) {
    const mockers: object[] = [];
    const value = await build.answer(path, async (dependency) => {
      const { body, type } = dependency.real();
      mockers.push({
        ...mockerOf(recordId, null, dependency.category, false, mockers.length + 1),
        ...asked(dependency),
        targetResponse: { body, attributes: {}, type },
      });
      return body;
    });
    const entry = {
      ...mockerOf(recordId, null, 'Servlet', true, 0),
      operationName: path.replace(/\d+/, '{id}'),
      targetRequest: { body: '', attributes: { HttpMethod: 'GET', RequestPath: path, Headers: headers }, type: null },
      targetResponse: {
        body: JSON.stringify(value),
        attributes: { Headers: { 'content-type': 'application/json' } },
        type: 'com.shop.Order',
      },
    };
    // As the queue of the agent fills: in two batches, the inbound request last.
    await agent.save(mockers.slice(0, 1));
    await agent.save([...mockers.slice(1), entry]);
    return value;
  }

  async function replayed(recordId: string, replayId: string, path: string) {
    const prefetched: {
      categoryType: { name: string };
      operationName: string;
      targetRequest: { body: string | null };
      targetResponse: { body: string };
    }[] = (await agent.prefetch(recordId, replayId)) ?? [];
    const value = await build.answer(path, async (dependency) => {
      const { category, operationName, body } = dependency;
      const known = prefetched.find(
        (one) =>
          one.categoryType.name === category && one.operationName === operationName && one.targetRequest.body === body,
      );
      // The agent asks the service for what it has not prefetched, of these categories too.
      if (known) return known.targetResponse.body;
      const mocker = {
        ...mockerOf(recordId, replayId, category, false, 1),
        ...asked(dependency),
        targetResponse: null,
      };
      return (await agent.query(mocker))?.targetResponse?.body ?? null;
    });
    const entry = { ...mockerOf(recordId, replayId, 'Servlet', true, 0), operationName: path, targetRequest: null };
    await agent.query({ ...entry, targetResponse: { body: JSON.stringify(value), attributes: {}, type: 'x' } });
    return value;
  }

  const target = await openTarget(async ({ url, headers }, response) => {
    const named = headers['arex-record-id'];
    const recordId = typeof named === 'string' ? named : null;
    const own = `AREX-10-4-202-26-${clock()}${++made}`;
    const isReplay = recordId !== null && headers['arex-schedule-replay'] !== undefined;
    const value = isReplay ? await replayed(recordId, own, url) : await recorded(own, url, headers);
    response.writeHead(200, { 'content-type': 'application/json', ...(isReplay && { 'arex-replay-id': own }) });
    response.end(JSON.stringify(value));
  });
  return { ...target, agent };
}

/** An HTTP answer as the agent wraps it. */
export const wrapped = (json: string) =>
  JSON.stringify({
    statusLine: 'HTTP/1.1 200 OK',
    statusCode: 200,
    reason: 'OK',
    content: base64(json),
    headers: [{ f: 'Content-Type', s: 'application/json' }],
  });

/** The content of such an answer; null where nothing answered. */
export const unwrapped = (body: string | null) =>
  body === null ? null : JSON.parse(Buffer.from(JSON.parse(body).content, 'base64').toString());
