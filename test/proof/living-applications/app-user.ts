/** What an application answered. */
interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Bodies of many public APIs, whose members the traffic reads one by one.
  body: ReturnType<typeof JSON.parse>;
}

interface SendOptions {
  /** Sent as JSON, unless it is a text. */
  body?: unknown;
  /** Sent as a form of a page. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** 2xx and 3xx by default. */
  expect?: number;
}

/** A user of an application, who keeps its cookies and knows which status every request must get. */
export interface AppUser {
  /** Throws unless the answer has the expected status. */
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** Headers that the user sends with every request from now on. */
  always: Record<string, string>;
  /** The text of the last response, as the page that is open. */
  page(): string;
}

/** Opens users of the application at `url`; `sent` counts their requests. */
export function appUsers(url: string): { visit(): AppUser; sent(): number } {
  let sent = 0;
  return {
    sent: () => sent,
    visit() {
      const cookies = new Map<string, string>();
      const always: Record<string, string> = {};
      let page = '';
      return {
        always,
        page: () => page,
        async send(method, path, { body, form, headers = {}, expect } = {}) {
          const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
          const content = form === undefined ? contentOf(body) : new URLSearchParams(form).toString();
          const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
          sent++;
          const answer = await fetch(`${url}${path}`, {
            method,
            redirect: 'manual',
            headers: {
              ...(content !== undefined && { 'content-type': type }),
              ...(cookie && { cookie }),
              ...always,
              ...headers,
            },
            ...(content !== undefined && { body: content }),
          });
          const text = await answer.text();
          page = text;
          for (const line of answer.headers.getSetCookie()) keepCookie(cookies, line);
          if (expect === undefined ? answer.status >= 400 : answer.status !== expect)
            throw new Error(
              `${method} ${path} answered ${answer.status}, not ${expect ?? '2xx or 3xx'}: ${text.slice(0, 500)}`,
            );
          const isJson = /^\s*[[{"]/.test(text);
          return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text };
        },
      };
    },
  };
}

const contentOf = (body: unknown): string | undefined =>
  body === undefined || typeof body === 'string' ? body : JSON.stringify(body);

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const isRemoved = attributes.some((one) => {
    const [key = '', value = ''] = one.trim().split('=');
    return /^max-age$/i.test(key) ? Number(value) <= 0 : /^expires$/i.test(key) && Date.parse(value) < Date.now();
  });
  if (isRemoved) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}
