import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type AwsPorts, awsWorld, type PortName } from '../../platform/aws/world.ts';
import { ERRORS, openApiErrors } from '../../platform/http/api.ts';
import {
  requestOf,
  type StreamedResult,
  streamedResult,
  wholeResult,
} from '../../platform/http/lambda/gateway-event.ts';
import { type LambdaFunctionOptions, lambdaFunction } from '../../platform/http/lambda/lambda-function.ts';
import { ADDRESS_VARIABLE } from '../../platform/settings/address-variable.ts';
import { awsConfig } from '../../platform/settings/config.ts';
import { type ApiFunction, type ApiHost, apiApplication } from './api-application.ts';

/**
 * The function of AWS that answers for a capability: API Gateway proxy events in, proxy results out. The first event
 * makes the application, since only the stage knows the address of the service (docs/decisions/027).
 */
export function apiFunction<Port extends PortName>(declared: ApiFunction<Port>, ports: AwsPorts<Port>): ApiHandler {
  let made: ApiHandler | undefined;
  const handler: ApiHandler = (event, ...rest) => {
    made ??= handlerAt(event.stageVariables?.[ADDRESS_VARIABLE]);
    return made(event, ...rest);
  };

  function handlerAt(publicUrl: string | undefined): ApiHandler {
    const config = awsConfig({ ...process.env, SVC_PUBLIC_URL: publicUrl });
    const world = awsWorld(config, ports);
    // What middy returns takes more than one form of parameters; Lambda passes on what it passed to us.
    return apiHandler(declared, { world, config, logger: world.logger, folder: import.meta.dirname }) as ApiHandler;
  }

  // What Lambda has to know before the first event; it calls the result with the parameters of `handler`.
  return declared.capability.streams ? (awslambda.streamifyResponse(handler) as unknown as ApiHandler) : handler;
}

/** As Lambda calls it: what streams gets the stream of its answer before the context. */
type ApiHandler = (event: APIGatewayProxyEvent, ...rest: unknown[]) => Promise<unknown>;

export interface ApiHandlerHost<Port extends PortName>
  extends ApiHost<Port>,
    Pick<LambdaFunctionOptions<unknown>, 'logger'> {}

/** The same over any world. @internal */
export function apiHandler<Port extends PortName>(declared: ApiFunction<Port>, host: ApiHandlerHost<Port>) {
  const { app, flushLogs: linesStored } = apiApplication(declared, host);
  const { log, now } = host.world;
  const failed = () => Response.json(openApiErrors(ERRORS.internal, now()), { status: ERRORS.internal.status });
  const options = { logger: host.logger, log, flushLogs: linesStored };
  const answer = async (event: APIGatewayProxyEvent) => app.fetch(requestOf(event), event);

  // What streams has another shape: Lambda writes status and headers before the body.
  return declared.capability.streams
    ? lambdaFunction<APIGatewayProxyEvent, StreamedResult>(
        { ...options, streams: true, whenFailed: () => streamedResult(failed()) },
        async (event) => streamedResult(await answer(event)),
      )
    : lambdaFunction<APIGatewayProxyEvent, APIGatewayProxyResult>(
        { ...options, whenFailed: () => wholeResult(failed()) },
        async (event) => wholeResult(await answer(event)),
      );
}
