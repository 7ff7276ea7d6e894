import { createServer, request as send } from 'node:http';

/** A proxy that serves one path of its host and removes it from requests, as API Gateway does with its stage. */
export interface StrippingProxy {
  /** The address with the path. */
  url: string;
  /** Paths outside of it, which were refused. */
  outside: readonly string[];
  close(): Promise<void>;
}

/** Opens the proxy on a port. `headers` are those that a caller adds to each request. */
export async function strippingProxy(
  port: number,
  { path, target, headers }: { path: string; target: string; headers: Readonly<Record<string, string>> },
): Promise<StrippingProxy> {
  const outside: string[] = [];
  const server = createServer((asked, answer) => {
    const url = asked.url ?? '';
    if (url !== path && !url.startsWith(`${path}/`)) {
      outside.push(url);
      answer.writeHead(403).end();
      return;
    }
    const sent = send(`${target}${url.slice(path.length) || '/'}`, {
      method: asked.method,
      headers: { ...asked.headers, ...headers },
    });
    sent.once('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    // A browser that leaves a page cuts its requests off.
    sent.once('error', () => answer.destroy());
    answer.once('close', () => sent.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}${path}`,
    outside,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
