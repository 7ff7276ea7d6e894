import { createHash } from 'node:crypto';
import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { vi } from 'vitest';
import { standaloneApplication } from '../../../bin/standalone/application.ts';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import type { ApiFunction } from '../../../functions/composition/aws/api-application.ts';
import { portsOf } from '../../../functions/composition/aws/function-entries.ts';
import { writeAddresses, writeSite } from '../../../functions/composition/aws/write-bundled-files.ts';
import { BINDINGS } from '../../../functions/composition/bindings.ts';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import { storeAdminDigest } from '../../../functions/login/composition.ts';
import { tenantLog } from '../../../functions/logs/composition.ts';
import type { PortName } from '../../../functions/platform/aws/world.ts';
import { compositions } from '../../../functions/platform/composition.ts';
import { powertoolsLogger } from '../../../functions/platform/log.ts';
import { AWS_VARIABLES, standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { WORLD_DEFAULTS } from '../../../functions/platform/settings/world-defaults.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { World } from '../../../functions/platform/world.ts';
import { deployedService, ownerOf } from '../../lib/deployed-service.ts';
import { type DescribedPaths, describedRoutes } from '../../support/deployed/gateway/described-routes.ts';
import { actingAs } from '../../support/rights/acting-function.ts';
import { ADMIN_KEY, temporaryDataDir } from '../../support/running-service.ts';

/** 2026-11-20T12:00:00.000Z */
export const NOW = 1_795_176_000_000;

const HOST = '127.0.0.1:8090';
const CALLER = '10.0.0.1';

/** A request as both worlds are asked it. */
export interface Asked {
  method: string;
  /** Path and query, as on the wire. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

/** What came over the wire. */
export interface Answered {
  status: number;
  headers: Record<string, string[]>;
  body: Buffer;
}

type Ask = (asked: Asked) => Promise<Answered>;

/**
 * The same service twice, from the same state on: as one application, and as functions behind API Gateway, which stream
 * at most so many bytes of an answer.
 */
export async function openBothWorlds(maxStreamedBytes: number = WORLD_DEFAULTS.aws.maxStreamedBytes) {
  stubLambda();
  const standalone = openWorld();
  const deployed = openWorld();
  const { config } = standalone;
  const app = standaloneApplication({
    host: compositions<keyof World>({ world: standalone.world, config, bindings: BINDINGS, tenantLog }),
    world: standalone.world,
    config,
  });
  const gateway = await openDeployed({ ...deployed, config: { ...deployed.config, maxStreamedBytes } });

  const ask: Ask = async (asked) => {
    standalone.nextRequest();
    return answered(await app.fetch(requestOf(asked), { incoming: { socket: { remoteAddress: CALLER } } }));
  };
  return {
    standalone: ask,
    deployed: gateway,
    /** The bucket of the functions. */
    bucket: deployed.world.blobs,
    async close() {
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
      for (const { close } of [standalone, deployed]) await close();
    },
  };
}

/** A world whose clock stands still and whose ids are those of the other, so that both answer alike. */
function openWorld() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_ADMIN_KEY: ADMIN_KEY,
    SVC_LOG_LEVEL: 'SILENT',
    SVC_PUBLIC_URL: 'http://replay.shop.test/live',
    SVC_TARGETS: 'http://10.0.0.9:8080',
  });
  const opened = openStandaloneWorld(config, () => NOW);
  let request = 0;
  let ids = 0;
  const world: World = {
    ...opened.world,
    now: () => NOW,
    newId: () => createHash('md5').update(`${request} ${ids++}`).digest('hex'),
    workflows: { start: async () => 'running', complete: async () => 'gone' },
  };
  return {
    config,
    dataDir,
    world,
    /** Its functions remember each for itself what the application remembers once: ids count within a request. */
    nextRequest() {
      request++;
      ids = 0;
    },
    async close() {
      await opened.close();
      remove();
    },
  };
}

/** The API functions of the stack, each with its own ports of the one world, behind the routes of the stack. */
async function openDeployed({ world, config, dataDir, nextRequest }: ReturnType<typeof openWorld>): Promise<Ask> {
  await storeAdminDigest(world, ADMIN_KEY);
  writeAddresses(dataDir);
  writeSite(dataDir, config);
  const { apiHandler } = await import('../../../functions/composition/aws/api-function.ts');
  const handlers = new Map<string, { name: string; streams: boolean; handler: ReturnType<typeof apiHandler> }>();
  for (const { name, uses } of CAPABILITIES) {
    const { api: made }: { api: () => ApiFunction<PortName> } = await import(
      `../../../functions/composition/aws/functions/${name}.ts`
    );
    const api = made();
    const ports = portsOf(uses.api).map((port) => [port, world[port]] as const);
    const { log, now, elapsed, newId } = world;
    const own = { ...Object.fromEntries(ports), work: workInPlace, log, now, elapsed, newId } as World; // and no others: what is not declared is not there
    const handler = apiHandler(api, { world: own, config, logger: powertoolsLogger('SILENT'), folder: dataDir });
    handlers.set(`${name.charAt(0).toUpperCase()}${name.slice(1)}Api`, {
      name,
      streams: api.capability.streams,
      handler,
    });
  }
  const ownerOfPath = deployedRoutes();
  return async (asked) => {
    const owner = ownerOfPath(asked.method, new URL(`http://${HOST}${asked.path}`).pathname);
    const found = handlers.get(owner);
    if (found === undefined) throw new Error(`nothing is deployed as ${owner}`);
    const { name, handler, streams } = found;
    nextRequest();
    return actingAs(`${name}/api`, async () => {
      const event = eventOf(asked);
      const context = { awsRequestId: 'r', getRemainingTimeInMillis: () => 29_000 } as Context; // what is looked at of it
      if (streams) return streamed(handler as unknown as StreamingHandler, event, context); // as Lambda calls what it streams
      return whole((await handler(event, context)) as APIGatewayProxyResult); // the answer of what does not stream
    })();
  };
}

type StreamingHandler = (event: APIGatewayProxyEvent, answer: Writable, context: Context) => Promise<void>;

interface Prelude {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
}
const preludes = new WeakMap<Writable, Prelude>();

/** What the Lambda runtime puts into the environment and the globals of every function. */
function stubLambda(): void {
  for (const name of AWS_VARIABLES) vi.stubEnv(name, `arn:aws:test:eu-west-1:1:${name}`);
  for (const name of ['SVC_QUEUE_URL', 'SVC_DEAD_LETTER_QUEUE_URL']) vi.stubEnv(name, 'https://sqs.test/1/q');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: StreamingHandler) => handler,
    HttpResponseStream: {
      from(answer: Writable, prelude: Prelude) {
        preludes.set(answer, prelude);
        return answer;
      },
    },
  });
}

async function streamed(handler: StreamingHandler, event: APIGatewayProxyEvent, context: Context): Promise<Answered> {
  const answer = new PassThrough();
  const [body] = await Promise.all([buffer(answer), handler(event, answer, context)]);
  const { statusCode, headers, cookies } = preludes.get(answer) ?? { statusCode: 0, headers: {}, cookies: [] };
  const own = Object.entries(headers).map(([name, value]) => [name, [value]]);
  return {
    status: statusCode,
    headers: { ...Object.fromEntries(own), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    body,
  };
}

const whole = ({ statusCode, multiValueHeaders, body, isBase64Encoded }: APIGatewayProxyResult): Answered => ({
  status: statusCode,
  headers: Object.fromEntries(
    Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values.map(String)]),
  ),
  body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
});

async function answered(response: Response): Promise<Answered> {
  const cookies = response.headers.getSetCookie();
  const own = [...response.headers].map(([name, value]) => [name, [value]]);
  return {
    status: response.status,
    headers: { ...Object.fromEntries(own), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    body: Buffer.from(await response.arrayBuffer()),
  };
}

function requestOf({ method, path, headers = {}, body }: Asked): Request {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return new Request(`http://${HOST}${path}`, {
    method,
    headers: { host: HOST, ...(bytes && { 'content-length': String(bytes.byteLength) }), ...headers },
    ...(bytes && { body: bytes }),
  });
}

/** A proxy event as a private REST API sends it (Lambda proxy integration, payload format 1.0). */
function eventOf({ method, path, headers = {}, body }: Asked): APIGatewayProxyEvent {
  const url = new URL(`http://${HOST}${path}`);
  const query = Map.groupBy(url.searchParams, ([name]) => name);
  const all = { Host: HOST, ...headers };
  const event = {
    resource: '/{proxy+}',
    path: url.pathname,
    httpMethod: method,
    headers: all,
    multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    queryStringParameters: null,
    multiValueQueryStringParameters: Object.fromEntries(
      [...query].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]),
    ),
    pathParameters: null,
    stageVariables: null,
    requestContext: { httpMethod: method, path, domainName: HOST, stage: 'live', identity: { sourceIp: CALLER } },
    // Every media type is binary to the API, so text comes encoded as well.
    body: body === undefined ? null : Buffer.from(body).toString('base64'),
    isBase64Encoded: body !== undefined,
  };
  return event as unknown as APIGatewayProxyEvent; // what is looked at of it
}

/** Which function API Gateway hands a request to, by the template of the stack. */
function deployedRoutes(): (method: string, path: string) => string {
  const [api] = deployedService().ofType('AWS::ApiGateway::RestApi');
  const body = api?.Properties.Body as { paths: DescribedPaths } | undefined; // the template is untyped JSON
  const routeOf = describedRoutes(body?.paths ?? {});
  return (method, path) => {
    const { operation } = routeOf(method, path) ?? {};
    const [, name = ''] = /"(Functions\w+Function[0-9A-F]{8})"/.exec(JSON.stringify(operation)) ?? [];
    return ownerOf(name);
  };
}
