import type { Config } from '../config.ts';
import { type Endpoint, openApiErrors, plainErrors } from './api.ts';
import type { Family } from './application.ts';

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
