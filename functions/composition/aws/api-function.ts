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
import { awsConfig } from '../../platform/settings/config.ts';
import { type ApiFunction, type ApiHost, apiApplication } from './api-application.ts';

/** The function of AWS that answers for a capability: API Gateway proxy events in, proxy results out. */
export function apiFunction<Port extends PortName>(declared: ApiFunction<Port>, ports: AwsPorts<Port>) {
  const config = awsConfig(process.env);
  const world = awsWorld(config, ports);
  return apiHandler(declared, { world, config, logger: world.logger, folder: import.meta.dirname });
}

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
