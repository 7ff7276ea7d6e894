import type { Session } from '../../session.ts';
import { type Finding, finding } from '../finding.ts';
import { openApiFinding } from '../open-api-finding.ts';
import type { ServerOptions } from './server-options.ts';

/** Whether the Open API answers, and only to those who have its token. */
export async function exposedApiFinding(
  session: Session,
  { openApi }: Pick<ServerOptions, 'openApi'>,
  { isLoopback }: { isLoopback: boolean },
): Promise<Finding> {
  if (openApi === 'off')
    return finding(
      'open api',
      'fail',
      'off: triggers and polls of pipelines answer 404',
      'Set SVC_REPLAY_OPENAPI=true and SVC_OPENAPI_TOKEN.',
    );
  if (openApi === 'token' && session.address.openApiToken === undefined)
    return finding(
      'open api',
      'warn',
      'on with a token, which this command was not given',
      'Set SVC_OPENAPI_TOKEN or --token to check it.',
    );
  const tried = await openApiFinding(session);
  if (openApi === 'token' || isLoopback || tried.level !== 'ok') return tried;
  return finding(
    'open api',
    'warn',
    'on without a token: everyone who reaches the service starts runs',
    'Set SVC_OPENAPI_TOKEN.',
  );
}
