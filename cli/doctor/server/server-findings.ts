import { isLoopbackUrl } from '../../service-address.ts';
import type { Session } from '../../session.ts';
import { clockFinding } from '../clock-finding.ts';
import { credentialFinding } from '../credential-finding.ts';
import { type Finding, finding } from '../finding.ts';
import { exposedApiFinding } from './exposed-api-finding.ts';
import { loginFindings } from './login-findings.ts';
import { reachedServer } from './reached-server.ts';
import { tlsFinding } from './tls-finding.ts';

/**
 * What a server for a team needs, seen from outside. Only the last check uses the credential, so it needs no rights.
 */
export async function serverFindings(session: Session, version: string): Promise<Finding[]> {
  const { address, host } = session;
  const tls = await tlsFinding(address.url, host.now());
  const { reached, findings } = await reachedServer(session);
  if (reached === null) return [tls, ...findings];
  const { options, headers } = reached;
  const isLoopback = isLoopbackUrl(address.url);
  return [
    tls,
    ...findings,
    addressFinding(options.publicUrl, address.url),
    clockFinding(headers, host.now()),
    versionFinding(options.serviceVersion, version),
    await exposedApiFinding(session, options, { isLoopback }),
    ...loginFindings(options, { isLoopback }),
    await credentialFinding(session),
  ];
}

function addressFinding(publicUrl: string, url: string): Finding {
  if (publicUrl === url) return finding('address', 'ok', `links begin with ${url}`);
  return finding(
    'address',
    'warn',
    `links begin with ${publicUrl}`,
    `Set SVC_PUBLIC_URL to ${url}, if people open that.`,
  );
}

function versionFinding(service: string, own: string): Finding {
  if (service === own) return finding('version', 'ok', `service and replay are ${own}`);
  return finding(
    'version',
    'warn',
    `the service is ${service}, this replay is ${own}`,
    'Install the replay of the release that the service is from.',
  );
}
