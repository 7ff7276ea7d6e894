import { ERRORS, openApiErrors } from '../../../functions/platform/http/api.ts';
import type { ErrorRow } from '../../../functions/platform/http/error-row.ts';
import { gatewayRoutes, type RoutedTarget } from './gateway-routes.ts';

/** What one Lambda function answers. */
export interface ApiTarget extends RoutedTarget {
  /** Integration URI of its function. */
  readonly uri: string;
  /** Answers reach the caller as the function writes them: without a limit of size, and for up to fifteen minutes. */
  readonly streams?: boolean;
}

const ANY = 'x-amazon-apigateway-any-method';

/** What API Gateway answers without asking a function, in the words of interface 1. */
const GATEWAY_ANSWERS = {
  MISSING_AUTHENTICATION_TOKEN: answer(ERRORS.notFound),
  REQUEST_TOO_LARGE: answer(ERRORS.tooLarge),
  THROTTLED: answer({ status: 429, code: 'RATE_LIMITED', message: 'too many requests', responseCode: 1 }),
  DEFAULT_5XX: answer(ERRORS.internal),
};

/** A method of one path whose calls the stage limits by themselves. */
export interface LimitedMethod {
  readonly method: string;
  readonly path: string;
}

/**
 * The OpenAPI document that API Gateway imports: paths that lead to functions with every method, so that the functions
 * route inside and word their own refusals. `limited` are methods that settings of the stage name.
 */
export function apiDescription(title: string, targets: readonly ApiTarget[], limited: readonly LimitedMethod[] = []) {
  const apart = limited.map(({ path }) => path);
  const paths: Record<string, Record<string, object>> = Object.fromEntries(
    gatewayRoutes(targets, apart).map(({ path, target }) => [
      path,
      Object.fromEntries(
        [ANY, ...limited.filter((one) => one.path === path).map(({ method }) => method.toLowerCase())].map((method) => [
          method,
          operation(path, target),
        ]),
      ),
    ]),
  );
  return {
    openapi: '3.0.1',
    info: { title, version: '1' },
    paths,
    // Recordings and imports are bytes, and what is text is said by its content-type.
    'x-amazon-apigateway-binary-media-types': ['*/*'],
    'x-amazon-apigateway-gateway-responses': GATEWAY_ANSWERS,
  };
}

/** The longest that API Gateway lets an answer stream. */
const STREAM = { responseTransferMode: 'STREAM', timeoutInMillis: 900_000 };

function operation(path: string, { uri, streams }: Pick<ApiTarget, 'uri' | 'streams'>) {
  const names = [...path.matchAll(/\{(\w+)\+?\}/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));
  return {
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: {},
    'x-amazon-apigateway-integration': {
      type: 'aws_proxy',
      httpMethod: 'POST',
      uri,
      passthroughBehavior: 'when_no_match',
      ...(streams && STREAM),
    },
  };
}

function answer(error: ErrorRow) {
  return {
    statusCode: String(error.status),
    responseParameters: { 'gatewayresponse.header.x-request-id': 'context.requestId' },
    responseTemplates: { 'application/json': JSON.stringify(openApiErrors(error, 0)) },
  };
}
