/** What an application answered. */
interface Answer {
  status: number;
  headers: Headers;
  // Bodies of many public APIs, whose members the traffic reads one by one.
  body: ReturnType<typeof JSON.parse>;
}

export interface SentRequest {
  method: string;
  path: string;
  status: number;
  /** The endpoint as its users count it: the path, or for GraphQL the operation's name. */
  endpoint: string;
}

interface TrafficOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Any 2xx by default. */
  expect?: number;
  endpoint?: string;
}

/** A user of an application, who keeps its cookies and knows which status every request must get. */
export interface TrafficClient {
  /** Throws unless the answer has the expected status. */
  send(method: string, path: string, options?: TrafficOptions): Promise<Answer>;
  sent: readonly SentRequest[];
}

export function trafficClient(url: string): TrafficClient {
  const cookies = new Map<string, string>();
  const sent: SentRequest[] = [];
  return {
    sent,

    async send(method, path, { body, headers = {}, expect, endpoint } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      const operation = endpoint ?? pathTemplate(path);
      sent.push({ method, path, status: answer.status, endpoint: `${method} ${operation}` });
      if (expect === undefined ? !answer.ok : answer.status !== expect)
        throw new Error(`${method} ${path} answered ${answer.status}, not ${expect ?? '2xx'}: ${text.slice(0, 500)}`);
      const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}

/** The path without its query, with names of one thing left out: numbers, UUIDs and ids of ten characters or more. */
const pathTemplate = (path: string): string =>
  path
    .replace(/\?.*/, '')
    .split('/')
    .map((segment) => (/^\d+$|^[\w-]*\d[\w-]{8,}$/.test(segment) ? '{id}' : segment))
    .join('/');
