import type { Config } from '../settings/config.ts';
import { anonymousAccess } from './anonymous-access.ts';
import { openApiErrors, plainErrors, type Route } from './api.ts';
import type { Family } from './application.ts';
import { problemErrors, problemOfError, withRequest } from './problem.ts';

/** The path prefix of the Open API. */
export const OPEN_API_PREFIX = '/openapi/v1';

/** The settings that families depend on. */
export type FamilyConfig = Pick<Config, 'openApi' | 'openApiToken' | 'publicUrl' | 'allowedHosts'>;

/** The replay trigger Open API, if enabled (spec 1, interface 1). */
const openApiFamily = (endpoints: readonly Route[], config: FamilyConfig): Family => ({
  prefix: OPEN_API_PREFIX,
  enabled: config.openApi,
  endpoints,
  errors: openApiErrors,
  anonymousRefusal: anonymousAccess({ ...config, token: config.openApiToken }),
});

/** Everything under /api, and /progress (spec 4.5). */
const consoleFamily = (endpoints: readonly Route[], config: FamilyConfig): Family => ({
  prefix: '/',
  enabled: true,
  endpoints,
  errors: plainErrors,
  anonymousRefusal: anonymousAccess({ ...config, token: null }),
});

/** The path prefixes of the evaluation API (spec 1). */
export const EVALUATION_PREFIXES = ['/api/v1/', '/api/v2/'] as const;

/** The evaluation API (spec 4.10), which returns problem+json for unknown paths as well. */
const evaluationFamilies = (endpoints: readonly Route[], config: FamilyConfig): Family[] =>
  EVALUATION_PREFIXES.map((prefix) => ({
    prefix,
    enabled: true,
    endpoints: endpoints.filter(({ path }) => path.startsWith(prefix)),
    errors: problemErrors,
    refusal: (error, request) => withRequest(problemOfError(error), request),
    anonymousRefusal: anonymousAccess({ ...config, token: null }),
  }));

/** Groups routes by the family that formats their errors. */
export function familiesOf(routes: readonly Route[], config: FamilyConfig): Family[] {
  const isOpenApi = ({ path }: Route) => path.startsWith(OPEN_API_PREFIX);
  const isEvaluation = ({ path }: Route) => EVALUATION_PREFIXES.some((prefix) => path.startsWith(prefix));
  return [
    openApiFamily(routes.filter(isOpenApi), config),
    ...evaluationFamilies(routes.filter(isEvaluation), config),
    consoleFamily(
      routes.filter((route) => !isOpenApi(route) && !isEvaluation(route)),
      config,
    ),
  ];
}
