import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';
import { connectionCode, connectionText } from '../../../functions/platform/outbound/connection-text.ts';
import { isLoopbackUrl } from '../../service-address.ts';
import { type Finding, finding } from '../finding.ts';

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Automatic renewal has run by then. */
const MIN_DAYS = 14;
const RENEW = 'Renew the certificate of the proxy in front of the service.';

/** Whether requests travel encrypted, and whether this machine trusts the certificate and for how long. */
export async function tlsFinding(url: string, now: number): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol === 'http:')
    return isLoopbackUrl(url)
      ? finding('tls', 'ok', 'not needed on this machine')
      : finding(
          'tls',
          'warn',
          'none: keys and sessions travel in clear',
          'Put a proxy with TLS in front, and begin SVC_PUBLIC_URL with https.',
        );
  try {
    const host = hostname.replace(/^\[|\]$/g, '');
    const { certificate, fault } = await shownCertificate(host, port === '' ? 443 : Number(port));
    if (fault !== null)
      return finding(
        'tls',
        'fail',
        connectionText(fault),
        'Install a certificate for this name, from a CA that the team trusts.',
      );
    return validity(Date.parse(certificate.valid_to) - now);
  } catch (fault) {
    return finding(
      'tls',
      'fail',
      connectionText(connectionCode(fault)),
      'Start the proxy with TLS, or correct the URL.',
    );
  }
}

function validity(leftMs: number): Finding {
  const days = Math.floor(leftMs / DAY_MS);
  const text = `the certificate is valid for ${days === 1 ? '1 more day' : `${days} more days`}`;
  return days < MIN_DAYS ? finding('tls', 'warn', text, RENEW) : finding('tls', 'ok', text);
}

/** The certificate of a server, and the code of why it is not trusted; null if it is. */
function shownCertificate(host: string, port: number): Promise<{ certificate: PeerCertificate; fault: string | null }> {
  return new Promise((resolve, reject) => {
    // The handshake completes with any certificate, so that the reason can be named; nothing is sent.
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      rejectUnauthorized: false,
      timeout: TIMEOUT_MS,
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      // Node gives the code as a text, whatever its types say.
      const { authorized, authorizationError: fault } = socket;
      resolve({ certificate: socket.getPeerCertificate(), fault: authorized ? null : String(fault) });
      socket.destroy();
    });
  });
}
