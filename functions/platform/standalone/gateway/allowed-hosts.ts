/** Names of this machine for itself (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Where the service listens, whether it requires a password, and its public URL. */
export interface Listening {
  host: string;
  basicAuth: object | null;
  publicUrl: string;
}

/**
 * Whether to serve a request with this `Host`. On loopback and without a password the service trusts anyone who reaches
 * it, and any website may point a name of its own there (DNS rebinding): it then serves only loopback names and the
 * name of SVC_PUBLIC_URL.
 */
export function allowedHosts({ host, basicAuth, publicUrl }: Listening): (asked: string) => boolean {
  if (basicAuth !== null || !isLoopback(host.includes(':') ? `[${host}]` : host)) return () => true;
  const publicName = new URL(publicUrl).hostname;
  return (asked) => {
    const name = URL.parse(`http://${asked}`)?.hostname ?? '';
    return isLoopback(name) || name === publicName;
  };
}

const isLoopback = (name: string) => LOOPBACK.test(name);
