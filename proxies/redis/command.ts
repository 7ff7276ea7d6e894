import { type WireValue, wireValue } from '../wire/wire-value.ts';
import type { Resp } from './resp-reader.ts';

/** A command of a client. */
export interface Command {
  /** In upper case. */
  name: string;
  args: Buffer[];
}

/** How a command is treated. */
export type CommandKind =
  /** Belongs to the connection: answered by the proxy in a replay, and never recorded, as it may carry a password. */
  | 'session'
  /** A fact of the server, which belongs to no request. */
  | 'startup'
  /** Begins or ends a subscription, whose messages are not replies. */
  | 'subscription'
  /** What follows on the connection are not replies to commands. */
  | 'stream'
  | 'call';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const KINDS: ReadonlyMap<string, CommandKind> = new Map([
  ...words('PING ECHO HELLO AUTH CLIENT SELECT QUIT RESET READONLY READWRITE ASKING WATCH UNWATCH MULTI DISCARD').map(
    (name): [string, CommandKind] => [name, 'session'],
  ),
  ...words('INFO COMMAND CONFIG CLUSTER MODULE ROLE ACL LATENCY SENTINEL').map((name): [string, CommandKind] => [
    name,
    'startup',
  ]),
  ...words('SUBSCRIBE PSUBSCRIBE SSUBSCRIBE UNSUBSCRIBE PUNSUBSCRIBE SUNSUBSCRIBE').map(
    (name): [string, CommandKind] => [name, 'subscription'],
  ),
  ...words('MONITOR SYNC PSYNC REPLCONF').map((name): [string, CommandKind] => [name, 'stream']),
]);

/** Decides how a command is treated. */
export function commandKind({ name, args }: Command): CommandKind {
  // From then on the client may get no replies at all.
  if (name === 'CLIENT' && args[0]?.toString('latin1').toUpperCase() === 'REPLY') return 'stream';
  return KINDS.get(name) ?? 'call';
}

/** Reads a command; null if the value is not a command. */
export function commandOf(value: Resp): Command | null {
  if (value.type !== 'array') return null;
  const given = value.items.map((item) => (item.type === 'bulk' ? item.bytes : null));
  const [name, ...args] = given;
  if (!name || name.length > MAX_NAME_BYTES || !args.every((arg) => arg !== null)) return null;
  return { name: name.toString('latin1').toUpperCase(), args };
}

const MAX_NAME_BYTES = 64;

/** A command as the request of a call. */
export interface CommandRequest {
  command: string;
  args: WireValue[];
  /** The logical database, if it is not the first one. */
  db?: number;
  /** The commands of the transaction that EXEC executes. */
  queued?: WireValue[][];
}

/** Writes a command as the request of a call. */
export const requestOf = ({ name, args }: Command, db: number): CommandRequest => ({
  command: name,
  args: args.map(wireValue),
  ...(db !== 0 && { db }),
});
