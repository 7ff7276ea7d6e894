/** What names this machine to itself (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What it listens on, what it asks for, and how people call it. */
export interface Listening {
  host: string;
  basicAuth: object | null;
  publicUrl: string;
}

/**
 * Whether a request's `Host` may be answered. On loopback and without a password the service trusts whoever reaches it, and any website
 * may lead a name of its own there (DNS rebinding): then it answers to loopback and to the name of SVC_PUBLIC_URL alone.
 */
export function answersTo({ host, basicAuth, publicUrl }: Listening): (asked: string) => boolean {
  if (basicAuth !== null || !isLoopback(host.includes(':') ? `[${host}]` : host)) return () => true;
  const publicName = new URL(publicUrl).hostname;
  return (asked) => {
    const name = URL.parse(`http://${asked}`)?.hostname ?? '';
    return isLoopback(name) || name === publicName;
  };
}

const isLoopback = (name: string) => LOOPBACK.test(name);
