import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';

/** How the certificate of a server is checked; `fault` says why that cannot be done. */
export type ServerTls = { options: ConnectionOptions; fault: null } | { options: null; fault: string };

const VERIFIED = /^verify-(?:ca|full)$/;
/** The authorities of the system, which are also the default here (libpq). */
const SYSTEM = 'system';

/**
 * Reads `sslmode` and `sslrootcert` of a url (libpq). A file that cannot be read is a fault: without it, other
 * authorities would be trusted than the url names.
 */
export async function serverTls(url: URL): Promise<ServerTls> {
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const authority = url.searchParams.get('sslrootcert') ?? SYSTEM;
  try {
    const ca = authority === SYSTEM ? undefined : await readFile(authority);
    return {
      options: {
        rejectUnauthorized: VERIFIED.test(mode),
        ca,
        // `verify-ca` checks who signed the certificate, not whom it names.
        ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
      },
      fault: null,
    };
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'fault';
    return { options: null, fault: `the file of sslrootcert cannot be read (${code})` };
  }
}
