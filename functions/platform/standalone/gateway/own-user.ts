import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isLocalRequest } from '../../http/came-directly.ts';
import { isLoopback } from '../../settings/setting-values.ts';

/** The connections of this machine; the columns are local address, remote address, state and user, among others. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
const ESTABLISHED = '01';
/** The two ends of a connection; the client is the remote one. */
const Ends = v.object({
  localAddress: v.string(),
  localPort: v.number(),
  remoteAddress: v.string(),
  remotePort: v.number(),
});
type Ends = v.InferOutput<typeof Ends>;

const Connection = v.object({ incoming: v.object({ socket: Ends }) });

/**
 * Whether a program of the user who runs this service sent a request over loopback, by a loopback name and through no
 * proxy. Linux alone says whose a connection is; elsewhere false.
 */
export async function isOwnUser(env: unknown, request: Request): Promise<boolean> {
  const connection = v.safeParse(Connection, env);
  const own = process.getuid?.();
  if (process.platform !== 'linux' || own === undefined || !connection.success) return false;
  if (!isLocalRequest(env, request)) return false;
  const tables = await Promise.all(TABLES.map((file) => readFile(file, 'utf8').catch(() => '')));
  return isOfUser(tables.join('\n'), connection.output.incoming.socket, own);
}

/**
 * Whether every row of the client's end of a loopback connection belongs to the user, and there is one. `tables` are
 * lines of /proc/net/tcp and tcp6.
 * @internal
 */
export function isOfUser(tables: string, ends: Ends, user: number): boolean {
  const { localAddress, localPort, remoteAddress, remotePort } = ends;
  if (![localAddress, remoteAddress].every((address) => isLoopback(address.replace(/^::ffff:/, '')))) return false;
  const owners = tables
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, client = '', server = '', state]) =>
        state === ESTABLISHED && isEnd(client, remotePort) && isEnd(server, localPort),
    )
    .map(([, , , , , , , uid]) => Number(uid));
  return owners.length > 0 && owners.every((owner) => owner === user);
}

/** Loopback in the words of the kernel: 127.x.x.x, ::1 and ::ffff:127.x.x.x, each 32 bits with the last byte first. */
const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/;

function isEnd(end: string, port: number): boolean {
  const [address = '', hex = ''] = end.split(':');
  return Number.parseInt(hex, 16) === port && LOOPBACK.test(address);
}
