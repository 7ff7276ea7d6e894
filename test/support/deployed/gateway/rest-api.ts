import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Functions } from '../lambda/functions.ts';
import { LambdaFault } from '../lambda/lambda-fault.ts';
import { ACCOUNT, onlyOf, REGION, type TemplateValues } from '../template-values.ts';
import { describedRoutes } from './described-routes.ts';
import { writeProxyResult, writeStream } from './proxy-answer.ts';
import { proxyEvent } from './proxy-event.ts';

export interface RestApiOptions {
  values: TemplateValues;
  functions: Functions;
  /** Throws where a service may not invoke a function for a source. */
  holdPermission(functionArn: string, principal: string, source: string): void;
}

/** What API Gateway takes of a body. */
const MAX_BODY = 10 * 1024 * 1024;
/** What it waits for a function, unless the description says more. */
const INTEGRATION_MS = 29_000;

interface Integration {
  uri: string;
  timeoutInMillis?: number;
}

/** Why API Gateway answers itself: the names of gateway responses. */
class GatewayFault extends Error {
  readonly kind: string;

  constructor(kind: string, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

/**
 * The REST API of the template: its stage, routes, integrations and answers, at a port that stands for the VPC
 * endpoint.
 */
export async function restApi({ values, functions, holdPermission }: RestApiOptions) {
  const { name, properties } = onlyOf(values, 'AWS::ApiGateway::RestApi');
  const stage = onlyOf(values, 'AWS::ApiGateway::Stage').properties;
  const routeOf = describedRoutes(properties.Body.paths);
  const answers = properties.Body['x-amazon-apigateway-gateway-responses'];
  const prefix = `/${stage.StageName}`;
  const domainName = new URL(stage.Variables.publicUrl).hostname;
  const [vpceId = ''] = properties.EndpointConfiguration.VpcEndpointIds;
  const faults: unknown[] = [];

  async function invoke(request: IncomingMessage, response: ServerResponse, requestId: string): Promise<void> {
    const whole = new URL(request.url ?? '/', 'http://gateway');
    if (whole.pathname !== prefix && !whole.pathname.startsWith(`${prefix}/`)) throw new GatewayFault('ACCESS_DENIED');
    const url = new URL(`${whole.pathname.slice(prefix.length) || '/'}${whole.search}`, 'http://gateway');
    const found = routeOf(request.method ?? 'GET', url.pathname);
    if (found === undefined) throw new GatewayFault('MISSING_AUTHENTICATION_TOKEN');
    const { uri, timeoutInMillis = INTEGRATION_MS } = integrationOf(found.operation);
    const functionArn = /\/functions\/(arn:[^/]+)\//.exec(uri)?.[1] ?? '';
    holdPermission(
      functionArn,
      'apigateway.amazonaws.com',
      `arn:aws:execute-api:${REGION}:${ACCOUNT}:${values.reference(name)}${prefix}/${request.method}${found.path}`,
    );
    const event = proxyEvent({
      request,
      url,
      resource: found.path,
      body: await bodyOf(request),
      requestId,
      domainName,
      stage: stage.StageName,
      stageVariables: stage.Variables,
      vpceId,
    });
    const answer = await within(timeoutInMillis, functions.invoke(functionArn, JSON.stringify(event)));
    if (typeof answer === 'string') writeProxyResult(response, answer);
    else await writeStream(response, answer);
  }

  function writeFault(response: ServerResponse, requestId: string, fault: unknown): void {
    const kind = fault instanceof GatewayFault ? fault.kind : 'DEFAULT_5XX';
    if (!OF_CALLERS.has(kind)) faults.push(fault);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const described = answers[kind] ?? (kind === 'ACCESS_DENIED' ? FORBIDDEN : answers.DEFAULT_5XX);
    response.writeHead(Number(described.statusCode), { 'content-type': 'application/json', 'x-request-id': requestId });
    response.end(described.responseTemplates['application/json']);
  }

  const server = createServer((request, response) => {
    const requestId = randomUUID();
    invoke(request, response, requestId).catch((fault: unknown) => writeFault(response, requestId, fault));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    /** Where callers of this machine find the stage. */
    url: `http://127.0.0.1:${port}${prefix}`,
    publicUrl: String(stage.Variables.publicUrl),
    server,
    /** Why API Gateway answered itself, where its caller did not cause it. */
    faults: faults as readonly unknown[],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What callers cause. */
const OF_CALLERS = new Set(['ACCESS_DENIED', 'MISSING_AUTHENTICATION_TOKEN', 'REQUEST_TOO_LARGE']);
const FORBIDDEN = { statusCode: '403', responseTemplates: { 'application/json': '{"message":"Forbidden"}' } };

// The template is untyped JSON.
const integrationOf = (operation: object) =>
  (operation as Record<'x-amazon-apigateway-integration', Integration>)['x-amazon-apigateway-integration'];

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.byteLength;
    // Read to its end, so that the caller reads the answer.
    if (size <= MAX_BODY) parts.push(part);
  }
  if (size > MAX_BODY) throw new GatewayFault('REQUEST_TOO_LARGE');
  return Buffer.concat(parts);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new GatewayFault('INTEGRATION_TIMEOUT')), ms);
  try {
    return await Promise.race([work, promise]);
  } catch (cause) {
    if (cause instanceof LambdaFault && cause.name === 'Lambda.RequestTooLargeException')
      throw new GatewayFault('REQUEST_TOO_LARGE', { cause });
    throw cause;
  } finally {
    clearTimeout(timer);
  }
}
