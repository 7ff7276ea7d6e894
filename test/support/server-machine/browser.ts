import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

/**
 * A browser as far as a login needs it: it follows redirects, keeps cookies by origin, and resolves the name of a
 * server here.
 */
export interface Browser {
  /** Gets a page, where redirects lead; with the addresses on the way and every Set-Cookie. */
  open(url: string): Promise<{ status: number; text: string; visited: string[]; setCookies: string[] }>;
  close(): Promise<void>;
}

const MAX_REDIRECTS = 10;

/** Connects to this machine, whatever the name of the server, which a certificate has to prove. */
export const loopbackAgent = (caFile: string): Agent =>
  new Agent({
    // undici gives a request up that an HTTP/2 server answers before its end. Command line, curl and browsers do not.
    allowH2: false,
    connect: {
      ca: readFileSync(caFile),
      lookup: (_, { all }, done) => (all ? done(null, [LOOPBACK]) : done(null, LOOPBACK.address, LOOPBACK.family)),
    },
  });

export function openBrowser(caFile: string): Browser {
  const dispatcher = loopbackAgent(caFile);
  const jars = new Map<string, Map<string, string>>();

  return {
    async open(url) {
      const visited: string[] = [];
      const setCookies: string[] = [];
      for (let at = url; visited.length < MAX_REDIRECTS; ) {
        visited.push(at);
        const { origin } = new URL(at);
        const jar = jars.get(origin) ?? new Map<string, string>();
        jars.set(origin, jar);
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const { statusCode, headers, body } = await request(at, {
          dispatcher,
          headers: { cookie, accept: 'text/html' },
        });
        for (const given of [headers['set-cookie'] ?? []].flat()) {
          setCookies.push(given);
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
          if (value === '') jar.delete(name);
          else jar.set(name, value);
        }
        const text = await body.text();
        if (headers.location === undefined) return { status: statusCode, text, visited, setCookies };
        at = new URL(String(headers.location), at).href;
      }
      throw new Error(`more than ${MAX_REDIRECTS} redirects: ${visited.join(' ')}`);
    },
    close: () => dispatcher.close(),
  };
}

const LOOPBACK = { address: '127.0.0.1', family: 4 };
