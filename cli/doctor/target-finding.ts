import { connectionCode, connectionText } from '../../functions/platform/outbound/connection-text.ts';
import { httpUrl } from '../proxy/downstream-urls.ts';
import { type Finding, finding } from './finding.ts';

const TIMEOUT_MS = 5_000;

/**
 * Whether a target answers requests of this machine. No endpoint of the service tells whether it answers the service.
 */
export async function targetFinding(targetEnv: string): Promise<Finding> {
  const url = httpUrl(targetEnv, '--target-env');
  try {
    const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return finding('target', 'ok', `${url.host} answers this machine (HTTP ${response.status})`);
  } catch (fault) {
    return finding(
      'target',
      'warn',
      `${url.host} does not answer this machine: ${connectionText(connectionCode(fault))}`,
      'Start it, and check that the machine of the service reaches it.',
    );
  }
}
