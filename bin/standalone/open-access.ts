import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import type { Log } from '../../functions/platform/world.ts';

/** Warns once where any caller who reaches the service may use the Open API, with what that permits (spec 1). */
export function warnOfOpenAccess(
  config: Pick<StandaloneConfig, 'openApi' | 'openApiToken' | 'isLoopbackOnly' | 'basicAuth'>,
  log: Pick<Log, 'warn'>,
): void {
  const { openApi, openApiToken, isLoopbackOnly, basicAuth } = config;
  if (!openApi || openApiToken !== null || isLoopbackOnly || basicAuth !== null) return;
  log.warn(
    'the Open API needs no token: any caller that reaches the service may start runs towards allowed targets; SVC_OPENAPI_TOKEN asks for one',
  );
}
