import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { type Finding, finding } from './finding.ts';
import { grantedScopes } from './granted-scopes.ts';
import { personalDataFinding } from './personal-data-finding.ts';
import { targetFinding } from './target-finding.ts';

/** A clock that differs by more than this moves recordings out of the window of a run, ms. */
const MAX_SKEW_MS = 30_000;
/** Version of the API that this command line was made for. */
const INTERFACE_VERSION = '1';
/** The id of no run. */
const NO_RUN = '0'.repeat(24);

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
    const skewMs = Date.parse(response.headers.get('date') ?? '') - host.now();
    return [
      version === INTERFACE_VERSION
        ? finding('service', 'ok', `${name} answers, API version ${INTERFACE_VERSION}`)
        : finding(
            'service',
            'warn',
            `${name} has API version ${String(version)}, this replay is made for ${INTERFACE_VERSION}`,
            'Install the replay that belongs to the service.',
          ),
      clockFinding(skewMs),
    ];
  } catch (fault) {
    return [failed('service', fault)];
  }
}

function clockFinding(skewMs: number): Finding {
  if (Number.isNaN(skewMs))
    return finding('clock', 'warn', 'the service does not return its time', 'Compare both clocks.');
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return finding('clock', 'ok', `${seconds} s apart from the service`);
  return finding(
    'clock',
    'warn',
    `this clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the service`,
    'Synchronize the clocks of both machines.',
  );
}

async function openApiFinding({ client }: Session): Promise<Finding> {
  try {
    await responseData(client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId: NO_RUN } } }));
    return finding('open api', 'ok', 'trigger and status are available');
  } catch (fault) {
    return failed('open api', fault);
  }
}

async function credentialFinding(session: Session): Promise<Finding> {
  const { accessToken, apiKey } = session.credential;
  if (!accessToken && !apiKey)
    return finding(
      'credential',
      'warn',
      'none: only trigger and status work',
      'Set SVC_TOKEN to an API key, or run replay login.',
    );
  try {
    const scopes = await grantedScopes(session);
    const kind = apiKey ? 'API key' : 'login';
    if (!scopes.includes('read'))
      return finding(
        'credential',
        'warn',
        `${kind} without the scope read: ${scopes.join(', ') || 'no scope'}`,
        'Use a key with the scope read (replay keys add).',
      );
    return finding('credential', 'ok', `${kind} with ${scopes.join(', ')}`);
  } catch (fault) {
    return failed('credential', fault);
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

function failed(check: Finding['check'], fault: unknown): Finding {
  if (!(fault instanceof CliFailure)) throw fault;
  return finding(check, 'fail', fault.message, fault.advice ?? 'See docs/cli.md.');
}
