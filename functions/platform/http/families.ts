import type { Config } from '../settings/config.ts';
import { type Endpoint, openApiErrors, plainErrors } from './api.ts';
import type { Family } from './application.ts';
import { ofRequest, problemErrors, problemOfError } from './problem.ts';

/** Where the paths of the Open API begin. */
export const OPEN_API_PREFIX = '/openapi/v1';

/** The replay trigger Open API, where it is on (spec 1, interface 1). */
export const openApiFamily = (endpoints: readonly Endpoint[], config: Config): Family => ({
  prefix: OPEN_API_PREFIX,
  enabled: config.openApi,
  endpoints,
  errors: openApiErrors,
});

/** Everything under /api, and /progress (spec 4.5). */
export const consoleFamily = (endpoints: readonly Endpoint[]): Family => ({
  prefix: '/',
  enabled: true,
  endpoints,
  errors: plainErrors,
});

/** Where the paths of the evaluation API begin (spec 1). */
export const EVALUATION_PREFIXES = ['/api/v1/', '/api/v2/'] as const;

/** The evaluation API (spec 4.10), whose unknown paths are problem+json as well. */
export const evaluationFamilies = (endpoints: readonly Endpoint[]): Family[] =>
  EVALUATION_PREFIXES.map((prefix) => ({
    prefix,
    enabled: true,
    endpoints: endpoints.filter(({ path }) => path.startsWith(prefix)),
    errors: problemErrors,
    refusal: (error, asked) => ofRequest(problemOfError(error), asked),
  }));
