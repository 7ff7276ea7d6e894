import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { clockFinding } from './clock-finding.ts';
import { credentialFinding } from './credential-finding.ts';
import { failed } from './failed.ts';
import { type Finding, finding } from './finding.ts';
import { openApiFinding } from './open-api-finding.ts';
import { personalDataFinding } from './personal-data-finding.ts';
import { targetFinding } from './target-finding.ts';

/** Version of the API that this command line was made for. */
const INTERFACE_VERSION = '1';

/** Runs the checks in order. Those that need the service are left out if it was not reached. */
export async function findingsOf(
  session: Session,
  { appId, targetEnv }: { appId?: string; targetEnv?: string },
): Promise<Finding[]> {
  const service = await serviceFindings(session);
  const isReached = service.every(({ level }) => level !== 'fail');
  return [
    finding('node', 'ok', `Node ${process.versions.node}`),
    ...service,
    ...(isReached ? [await openApiFinding(session), await credentialFinding(session)] : []),
    ...(isReached ? await recordingsFindings(session, appId) : []),
    ...(targetEnv === undefined ? [] : [await targetFinding(targetEnv)]),
  ];
}

async function serviceFindings({ stream, address, host }: Session): Promise<Finding[]> {
  const name = new URL(address.url).host;
  try {
    const response = await stream('/openapi.json');
    const document: unknown = await response.json().catch(() => null);
    const { title, version } = Object(Object(document).info) as { title?: unknown; version?: unknown };
    if (!response.ok || title !== 'Replay Regression Service')
      return [
        finding(
          'service',
          'fail',
          `another server answers at ${name} (HTTP ${response.status})`,
          'Set SVC_URL or --url to the address of the service.',
        ),
      ];
    return [
      version === INTERFACE_VERSION
        ? finding('service', 'ok', `${name} answers, API version ${INTERFACE_VERSION}`)
        : finding(
            'service',
            'warn',
            `${name} has API version ${String(version)}, this replay is made for ${INTERFACE_VERSION}`,
            'Install the replay that belongs to the service.',
          ),
      clockFinding(response.headers, host.now()),
    ];
  } catch (fault) {
    return [failed('service', fault)];
  }
}

async function recordingsFindings({ client, credential }: Session, appId: string | undefined): Promise<Finding[]> {
  if (!(credential.accessToken || credential.apiKey))
    return appId === undefined
      ? []
      : [finding('recordings', 'warn', `not checked for ${appId}`, 'Set SVC_TOKEN, or run replay login.')];
  try {
    const { items } = await responseData(client.GET('/api/recorder/apps'));
    const next = `replay import session.har --app-id ${appId ?? '<id>'}, or replay record --help`;
    if (appId === undefined)
      return [
        items.length > 0
          ? finding('recordings', 'ok', items.length === 1 ? '1 application' : `${items.length} applications`)
          : finding('recordings', 'warn', 'no application has recordings', next),
      ];
    if (!items.some((item) => item.appId === appId))
      return [finding('recordings', 'fail', `${appId} has no recordings`, next)];
    return [finding('recordings', 'ok', `${appId} has recordings`), await personalDataFinding({ client }, appId)];
  } catch (fault) {
    return [failed('recordings', fault)];
  }
}
