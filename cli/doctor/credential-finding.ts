import type { Session } from '../session.ts';
import { failed } from './failed.ts';
import { type Finding, finding } from './finding.ts';
import { grantedScopes } from './granted-scopes.ts';

/** Whether the service accepts the credential, and what it may do. */
export async function credentialFinding(session: Session): Promise<Finding> {
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
