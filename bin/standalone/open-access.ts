import type { StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { isReachedByOthers } from '../../functions/platform/settings/is-reached-by-others.ts';
import type { Log } from '../../functions/platform/world.ts';

/**
 * Warns once where any caller that reaches the service may use the Open API, with what its endpoints permit (spec 1).
 */
export function warnOfOpenAccess(
  config: Pick<StandaloneConfig, 'openApi' | 'openApiToken' | 'isLoopbackOnly' | 'publicUrl' | 'basicAuth'>,
  log: Pick<Log, 'warn'>,
): void {
  const { openApi, openApiToken, basicAuth } = config;
  if (!openApi || openApiToken !== null || basicAuth !== null || !isReachedByOthers(config)) return;
  log.warn(
    'the Open API needs no token, so every caller may start runs towards allowed targets, read results, take analysis jobs and change notification channels; SVC_OPENAPI_TOKEN asks for one',
  );
}
