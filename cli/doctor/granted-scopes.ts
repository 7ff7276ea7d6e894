import type { ApiKey } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

type Scope = ApiKey['scopes'][number];

/** The id of no run. */
const NO_RUN = '0'.repeat(24);

/**
 * Finds out what a credential may do by requests that change nothing: reads, and commands about a run that does not
 * exist. Throws if the service does not accept the credential.
 */
export async function grantedScopes({ client }: Pick<Session, 'client'>): Promise<Scope[]> {
  const params = { path: { planId: NO_RUN } };
  const probes: readonly (readonly [Scope, () => Promise<unknown>])[] = [
    ['read', () => responseData(client.GET('/api/replays', { params: { query: { limit: 1 } } }))],
    ['write', () => responseData(client.POST('/api/replays/{planId}/stop', { params }))],
    ['record', () => responseData(client.GET('/api/recorder/public-key'))],
    [
      'agent',
      () => responseData(client.GET('/api/recorder/replays/{replayId}', { params: { path: { replayId: NO_RUN } } })),
    ],
    ['admin', () => responseData(client.GET('/api/api-keys', { params: { query: { limit: 1 } } }))],
    ['eval:read', () => responseData(client.GET('/api/v1/eval/capabilities'))],
    [
      'eval:run',
      () => responseData(client.POST('/api/v1/eval/runs/{runId}/cancel', { params: { path: { runId: NO_RUN } } })),
    ],
    [
      'eval:policy',
      () => {
        const none = { path: { policyId: NO_RUN }, header: { 'If-Match': NO_RUN } };
        return responseData(client.PATCH('/api/v1/eval/online-policies/{policyId}', { params: none, body: {} }));
      },
    ],
    [
      'eval:admin',
      () => responseData(client.DELETE('/api/v1/eval/hosts/{hostId}', { params: { path: { hostId: NO_RUN } } })),
    ],
    // The type of the target is refused before anything is stored.
    ['scores:write', () => responseData(client.POST('/api/v2/scores', { body: { target_type: 'none' } as never }))],
  ];
  const granted: Scope[] = [];
  for (const [scope, probe] of probes) if (await isGranted(probe)) granted.push(scope);
  return granted;
}

/** Any answer but a refusal of the credential shows that it has the scope. */
async function isGranted(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch (fault) {
    if (!(fault instanceof CliFailure)) throw fault;
    if (REFUSED.has(fault.code)) throw fault;
    return fault.code !== 'NOT_ALLOWED';
  }
}

/** Codes that say nothing about one scope. */
const REFUSED: ReadonlySet<string> = new Set(['NOT_LOGGED_IN', 'PASSWORD_NEEDED', 'UNREACHABLE', 'UNAVAILABLE']);
