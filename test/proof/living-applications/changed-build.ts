import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A response that another build changes. */
export interface BuiltResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One change of another build, and the row of the findings that must show it. */
export interface PlantedChange {
  what: string;
  /** Requests whose successful responses have it, as `METHOD path?query`. */
  on: RegExp;
  /** What the body of such a request has as well. */
  sent?: RegExp;
  change(response: BuiltResponse): void;
  /**
   * The row: its kind, and the subject that it names; `at`: the only endpoint of the row, where others may have one
   * alike.
   */
  row: { kind: string; subject: string; at?: string };
}

/** Changes a JSON body in place. */
// The bodies of many applications, changed member by member.
export const inJson = (change: (body: ReturnType<typeof JSON.parse>) => unknown) => (response: BuiltResponse) => {
  const body = JSON.parse(response.text);
  const replaced = change(body);
  response.text = JSON.stringify(typeof replaced === 'object' && replaced !== null ? replaced : body);
};

export interface ChangedBuild {
  url: string;
  /** How many responses have each change, in the order of the changes. */
  changed: readonly number[];
  close(): Promise<void>;
}

/** The application at `target` as another build: a proxy in front of it that changes responses on their way. */
export async function openChangedBuild(target: string, planted: readonly PlantedChange[]): Promise<ChangedBuild> {
  const changed = planted.map(() => 0);
  const { hostname, port } = new URL(target);
  let own = 0;
  const server = createServer(async (incoming, outgoing) => {
    try {
      const sent = await buffer(incoming);
      const answer = await forwarded({ incoming, sent, hostname, port });
      const response = await builtResponse(answer);
      // An application that names its own port is seen at that of the changed build.
      for (const name of ['location', 'content-location', 'link']) {
        const value = answer.headers[name];
        if (typeof value === 'string') answer.headers[name] = value.replaceAll(`:${port}/`, `:${own}/`);
      }
      const applied = planted.filter((change) => {
        const isSent = change.sent?.test(sent.toString()) ?? true;
        const isAnswered = (answer.statusCode ?? 500) < 400;
        const applies = isSent && isAnswered && change.on.test(`${incoming.method} ${incoming.url}`);
        return applies;
      });
      if (applied.length === 0) return passed(answer, response.bytes, outgoing);
      const built = { status: answer.statusCode ?? 502, headers: { ...answer.headers }, text: response.text };
      for (const one of applied) {
        const before = JSON.stringify(built);
        one.change(built);
        const at = planted.indexOf(one);
        if (JSON.stringify(built) !== before) changed[at] = (changed[at] ?? 0) + 1;
      }
      for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) delete built.headers[name];
      outgoing.writeHead(built.status, built.headers).end(built.text);
    } catch (cause) {
      outgoing.destroy(cause as Error); // the service sees a reset, which is a finding
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own = (server.address() as AddressInfo).port; // it listens on TCP
  return {
    url: `http://127.0.0.1:${own}`,
    changed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forwarded(given: {
  incoming: IncomingMessage;
  sent: Buffer;
  hostname: string;
  port: string;
}): Promise<IncomingMessage> {
  const { incoming, sent, hostname, port } = given;
  const { method, url, headers } = incoming;
  const outgoing = request({ hostname, port, method, path: url, headers, agent: false });
  outgoing.end(sent);
  const [answer] = await once(outgoing, 'response');
  return answer;
}

async function builtResponse(answer: IncomingMessage): Promise<{ bytes: Buffer; text: string }> {
  const bytes = await buffer(answer);
  const decode = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }[
    answer.headers['content-encoding'] ?? ''
  ];
  return { bytes, text: (decode && bytes.length > 0 ? decode(bytes) : bytes).toString() };
}

function passed(answer: IncomingMessage, bytes: Buffer, outgoing: ServerResponse): void {
  outgoing.writeHead(answer.statusCode ?? 502, withoutFraming(answer));
  outgoing.end(bytes);
}

/** The headers as they were, but for those of the connection: the body is sent whole. */
const withoutFraming = ({ headers }: IncomingMessage) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'content-length'].includes(name),
    ),
  );
