import type { Command } from './command.ts';
import { bulkBytes, errorBytes, type Protocol, respBytes } from './resp-json.ts';

/** The state of a mocked connection. */
export interface Session {
  id: number;
  db: number;
  protocol: Protocol;
  /** Commands since MULTI; null outside a transaction. */
  queued: Command[] | null;
}

/** What a server says of itself where nothing was recorded. */
const SERVER_VERSION = '7.2.0';
const OK = respBytes('OK', 2);

/** Answers a command of the connection, but HELLO and the end of a transaction. */
export function sessionReply(session: Session, { name, args }: Command): Buffer {
  const [first = '', second = ''] = args.map((arg) => arg.toString('latin1'));
  switch (name) {
    case 'PING':
      return args[0] === undefined ? respBytes('PONG', session.protocol) : bulkBytes(args[0]);
    case 'ECHO':
      return args[0] === undefined ? errorBytes('ERR wrong number of arguments for ECHO') : bulkBytes(args[0]);
    case 'SELECT':
      if (!/^\d{1,5}$/.test(first)) return errorBytes('ERR value is not an integer or out of range');
      session.db = Number(first);
      return OK;
    case 'MULTI':
      if (session.queued !== null) return errorBytes('ERR MULTI calls can not be nested');
      session.queued = [];
      return OK;
    case 'DISCARD':
      if (session.queued === null) return errorBytes('ERR DISCARD without MULTI');
      session.queued = null;
      return OK;
    case 'RESET':
      Object.assign(session, { db: 0, protocol: 2, queued: null });
      return respBytes({ simple: 'RESET' }, 2);
    case 'CLIENT':
      return clientReply(session, first.toUpperCase(), second);
    default:
      return OK;
  }
}

function clientReply({ id, protocol }: Session, subcommand: string, argument: string): Buffer {
  if (subcommand === 'ID') return respBytes(id, protocol);
  if (subcommand === 'GETNAME' || subcommand === 'GETREDIR')
    return respBytes(subcommand === 'GETNAME' ? null : -1, protocol);
  if (subcommand === 'INFO' || subcommand === 'LIST') return bulkBytes(Buffer.from(`id=${id} name= db=0\n`));
  if (subcommand === 'REPLY' && argument.toUpperCase() !== 'ON')
    return errorBytes('ERR replay: CLIENT REPLY OFF and SKIP are not supported in replay');
  return OK;
}

/** What HELLO answers where nothing was recorded. */
export const helloReply = ({ id, protocol }: Session): unknown => ({
  map: [
    ['server', 'redis'],
    ['version', SERVER_VERSION],
    ['proto', protocol],
    ['id', id],
    ['mode', 'standalone'],
    ['role', 'master'],
    ['modules', []],
  ],
});

/** Answers a question about the server that was not recorded; undefined if there is no sensible answer. */
export function serverReply({ name, args }: Command): unknown {
  const first = args[0]?.toString('latin1').toUpperCase();
  if (name === 'INFO')
    return `# Server\r\nredis_version:${SERVER_VERSION}\r\nredis_mode:standalone\r\nloading:0\r\nrole:master\r\n`;
  if (name === 'COMMAND' && first === 'COUNT') return 0;
  if (name === 'COMMAND' || name === 'MODULE' || name === 'LATENCY') return [];
  if (name === 'CONFIG' && first === 'GET') return { map: [] };
  return undefined;
}

const SUBSCRIPTIONS: Readonly<Record<string, 1 | -1>> = {
  SUBSCRIBE: 1,
  PSUBSCRIBE: 1,
  SSUBSCRIBE: 1,
  UNSUBSCRIBE: -1,
  PUNSUBSCRIBE: -1,
  SUNSUBSCRIBE: -1,
};

/** Confirms subscriptions, each channel by itself; no message arrives in a replay. */
export function subscriptionReply({ protocol }: Session, { name, args }: Command, channels: Set<string>): Buffer {
  const given = args.length > 0 ? args.map((arg) => arg.toString('latin1')) : [...channels];
  const confirmed = given.map((channel) => {
    if (SUBSCRIPTIONS[name] === 1) channels.add(channel);
    else channels.delete(channel);
    return respBytes({ push: [name.toLowerCase(), channel, channels.size] }, protocol);
  });
  return confirmed.length > 0 ? Buffer.concat(confirmed) : respBytes({ push: [name.toLowerCase(), null, 0] }, protocol);
}
