import { leafCertificates } from '../../proxies/certificates/leaf-certificates.ts';
import { readCa } from '../../proxies/certificates/local-ca.ts';
import { type ForwardProxy, type ForwardProxyOptions, forwardProxy } from '../../proxies/http/forward-proxy.ts';
import type { Session } from '../session.ts';
import { defaultCaFolder } from './default-ca-folder.ts';
import { listening } from './listening.ts';

export interface ForwardProxyFlags {
  proxyPort: string;
  ca?: string | undefined;
  tunnel?: readonly string[] | undefined;
}

/** Opens the forward proxy of a command with the local CA, if there is one, and says where it listens. */
export async function openForwardProxy(
  { proxyPort, ca, tunnel = [] }: ForwardProxyFlags,
  { host, output }: Pick<Session, 'host' | 'output'>,
  options: Pick<
    ForwardProxyOptions,
    'answer' | 'upgrade' | 'onRefusal' | 'destinations' | 'downstream' | 'tunnelsUnreadable'
  >,
): Promise<ForwardProxy> {
  const local = await readCa(ca ?? defaultCaFolder(host), host.now());
  const certificates = local && (await leafCertificates(local, host.now));
  const proxy = forwardProxy({ ...options, certificates, tunnel, say: output.say });
  output.say(`calls by HTTP_PROXY and HTTPS_PROXY: ${await listening(proxy.server, proxyPort, '--proxy-port')}`);
  if (local === null)
    output.say(
      `https is ${options.tunnelsUnreadable ? 'passed on unread' : 'refused'}: there is no local CA (replay ca create --host <name>)`,
    );
  if (local !== null && local.hosts === null)
    output.say(
      'the local CA signs for every host; remove its folder and make one of your hosts: replay ca create --host <name>',
    );
  return proxy;
}
