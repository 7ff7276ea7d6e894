import { WIRE_PROTOCOLS, type WireDownstream, type WireProtocol } from '../../proxies/wire-protocols.ts';
import { CliFailure } from '../cli-failure.ts';

export interface Downstreams {
  http: ReadonlyMap<string, URL>;
  wire: readonly WireDownstream[];
}

/** Parses the url of an HTTP server, the value of `option`: http or https, without credentials and query. */
export function httpUrl(text: string, option: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.search) {
    throw new CliFailure(
      'BAD_URL',
      `${option} must be an http or https URL without credentials and query`,
      'For example http://127.0.0.1:3000.',
    );
  }
  return url;
}

/**
 * Parses `--downstream name=url`: HTTP services share one address, each wire protocol has a port of its own
 * (`--downstream-port name=port`).
 */
export function downstreamsOf(
  urls: Readonly<Record<string, string>>,
  ports: Readonly<Record<string, string>>,
): Downstreams {
  const http = new Map<string, URL>();
  const wire: WireDownstream[] = [];
  for (const [name, text] of Object.entries(urls)) {
    const protocol = protocolOf(text);
    if (protocol === undefined) http.set(name, httpUrl(text, `--downstream ${name}`));
    else {
      const port = Number(ports[name] ?? protocol.defaultListenPort);
      if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw new CliFailure(
          'BAD_PORT',
          `--downstream-port of ${name} must be a number from 0 to 65535`,
          `For example --downstream-port ${name}=15432.`,
        );
      wire.push({ name, url: new URL(text), protocol, port });
    }
  }
  const stray = Object.keys(ports).find((name) => !wire.some((one) => one.name === name));
  if (stray !== undefined)
    throw new CliFailure(
      'BAD_PORT',
      `--downstream-port names ${stray}, which is not a database or cache`,
      'Leave it out.',
    );
  return { http, wire };
}

/** Parses the values of `--allow-destination`. */
export const allowedDestinations = (texts: readonly string[] = []): URL[] =>
  texts.map((text) => {
    const url = /^(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}$/i.test(text) ? URL.parse(`http://${text}`) : null;
    if (url !== null) return url;
    throw new CliFailure('BAD_ADDRESS', '--allow-destination must be host:port', 'For example 127.0.0.1:8081.');
  });

function protocolOf(text: string): WireProtocol | undefined {
  const scheme = URL.parse(text)?.protocol ?? '';
  return WIRE_PROTOCOLS.find(({ schemes }) => schemes.includes(scheme));
}
