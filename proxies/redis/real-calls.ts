import type { Socket } from 'node:net';
import type { DownstreamOptions } from '../downstream.ts';
import type { Command } from './command.ts';
import { reachRedis } from './reach-redis.ts';
import { commandBytes } from './resp-json.ts';
import { type Resp, respReader } from './resp-reader.ts';

/** Makes commands for real by a connection of its own, which is opened with the first one. */
export interface RealCalls {
  /**
   * Sends commands as one pipeline; resolves with the last reply, null if the server is not reached or it is too large.
   */
  make(commands: readonly Command[], db: number, protocol: 2 | 3): Promise<Resp | null>;
  close(): void;
}

/** User and password are those of the url; the password of the client is unknown. */
export function realCalls({ url, maxBodyBytes }: Pick<DownstreamOptions, 'url' | 'maxBodyBytes'>): RealCalls {
  let server: Socket | null = null;
  let waiting: ((value: Resp | null) => void)[] = [];
  let selected = 0;
  let spoken = 2;

  const lost = (): void => {
    server = null;
    [selected, spoken] = [0, 2];
    for (const resolve of waiting) resolve(null);
    waiting = [];
  };
  async function open(): Promise<boolean> {
    if (server !== null) return true;
    server = await reachRedis(url);
    if (server === null) return false;
    const { read } = respReader({ maxBytes: maxBodyBytes }, (value) => {
      if (value?.type !== 'push') waiting.shift()?.(value);
    });
    const own = server;
    own.on('data', (chunk) => {
      try {
        read(chunk);
      } catch {
        own.destroy();
      }
    });
    own.on('close', lost);
    const password = decodeURIComponent(url.password);
    const user = decodeURIComponent(url.username);
    if (password !== '') await send('AUTH', ...(user === '' ? [] : [user]), password);
    return true;
  }
  const send = (...words: (string | Buffer)[]): Promise<Resp | null> =>
    new Promise((resolve) => {
      if (server === null) return resolve(null);
      waiting.push(resolve);
      server.write(commandBytes(words));
    });

  return {
    make: async (commands, db, protocol) => {
      if (!(await open())) return null;
      if (protocol !== spoken) await send('HELLO', String(protocol));
      spoken = protocol;
      const base = Number(/^\/(\d{1,5})$/.exec(url.pathname)?.[1] ?? 0);
      if ((db || base) !== selected) await send('SELECT', String(db || base));
      selected = db || base;
      const replies = await Promise.all(commands.map(({ name, args }) => send(name, ...args)));
      return replies.at(-1) ?? null;
    },
    close: () => server?.destroy(),
  };
}
