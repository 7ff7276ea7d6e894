import { isIP } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ProxyFailure } from '../proxy-failure.ts';
import { loadX509 } from './load-x509.ts';
import { KEY_ALGORITHM, type LocalCa } from './local-ca.ts';
import { isPermittedHost } from './permitted-host.ts';

/** Maximum remembered certificates; the oldest are dropped first. */
const MAX_CERTIFICATES = 1_000;
const MAX_DAYS = 397;
const DAY_MS = 24 * 60 * 60_000;
const SKEW_MS = 60 * 60_000;

/** Makes TLS contexts of hosts, with certificates that a CA signs. */
export interface LeafCertificates {
  /** Whether the CA may sign for a host. */
  permits(host: string): boolean;
  /** Rejects for a host that the CA may not sign for. */
  contextOf(host: string): Promise<SecureContext>;
}

/** Makes a certificate for each host when it is first needed; all have one key, which this process makes. */
export async function leafCertificates(ca: LocalCa, now: () => number): Promise<LeafCertificates> {
  const x509 = await loadX509();
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`;
  const issuer = await x509.AuthorityKeyIdentifierExtension.create(ca.certificate.publicKey);
  const known = new Map<string, Promise<SecureContext>>();

  async function contextFor(host: string): Promise<SecureContext> {
    const at = now();
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: crypto.randomUUID().replaceAll('-', ''),
      // The names that count are the alternative ones; a common name has at most 64 characters.
      subject: 'CN=replay proxy',
      issuer: ca.certificate.subject,
      notBefore: new Date(at - SKEW_MS),
      notAfter: new Date(Math.min(at + MAX_DAYS * DAY_MS, ca.certificate.notAfter.getTime())),
      publicKey: keys.publicKey,
      signingKey: ca.key,
      signingAlgorithm: KEY_ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? 'ip' : 'dns', value: host }]),
        issuer,
      ],
    });
    return createSecureContext({ key, cert: certificate.toString('pem') });
  }

  const permits = (host: string) => isPermittedHost(ca.hosts, host);

  return {
    permits,
    async contextOf(host) {
      const name = host.toLowerCase();
      if (!permits(name))
        throw new ProxyFailure('HOST_NOT_PERMITTED', 'the local CA does not sign for this host', ADD_HOST);
      const made = known.get(name);
      if (made !== undefined) return made;
      const context = contextFor(name);
      known.set(name, context);
      // The caller has the fault; the next one tries again.
      context.catch(() => known.delete(name));
      const oldest = known.keys().next().value;
      if (known.size > MAX_CERTIFICATES && oldest !== undefined) known.delete(oldest);
      return context;
    },
  };
}

const ADD_HOST = 'Remove the folder of the CA and make a new one with every host: replay ca create --host <name>';
