import type { Pool } from 'undici';

/** What a visitor sends, beside its cookies. */
export interface Visit {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
}

export interface Answer {
  status: number;
  text: string;
  header(name: string): string;
}

/**
 * A browser or an app: it keeps cookies, follows no redirect by itself, and fails on a status that it did not expect.
 */
export interface Visitor {
  send(expected: number, visit: Visit): Promise<Answer>;
  cookie(name: string): string;
}

/** A visitor of the shop behind `pool`. */
export function visitor(pool: Pool): Visitor {
  const cookies = new Map<string, string>();

  function keep(line: string): void {
    const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    if (/max-age=0/i.test(rest)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookie: (name) => cookies.get(name) ?? '',

    async send(expected, { method = 'GET', path, headers = {}, json, form }) {
      const response = await pool.request({
        method,
        path,
        headers: {
          'user-agent': 'visitor',
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        body: form ? new URLSearchParams(form).toString() : json === undefined ? null : JSON.stringify(json),
      });
      for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(line);
      const text = await response.body.text();
      if (response.statusCode !== expected)
        throw new Error(`${method} ${path.replace(/\?.*/, '')} answered ${response.statusCode}, not ${expected}`);
      return { status: expected, text, header: (name) => String(response.headers[name] ?? '') };
    },
  };
}
