import type { CallCorrelation } from '../wire/call-correlation.ts';
import { WireFault } from '../wire/frame-reader.ts';
import type { CallNoter, OpenCall } from '../wire/open-call.ts';
import { MAX_PENDING_COMMANDS } from '../wire/wire-limits.ts';
import type { WireValue } from '../wire/wire-value.ts';
import { type Command, type CommandRequest, commandKind, commandOf, requestOf } from './command.ts';
import { jsonOf } from './resp-json.ts';
import type { Resp } from './resp-reader.ts';

/** Follows a connection and notes its calls; throws a WireFault if it loses track. Values of null were too large. */
export interface ConnectionRecorder {
  fromClient(value: Resp | null): void;
  fromServer(value: Resp | null): void;
  end(): void;
}

/** A command that waits for its reply. */
interface Pending {
  name: string;
  open: OpenCall | null;
  request: CommandRequest | null;
  /** Called with its reply. */
  replied?: (isError: boolean) => void;
}

/** A connection as far as it has been followed. */
interface Followed {
  noter: CallNoter;
  correlation: CallCorrelation;
  say: (text: string) => void;
  pending: Pending[];
  db: number;
  protocol: number;
  /** Commands since MULTI; null outside a transaction. */
  queued: WireValue[][] | null;
  isFollowing: boolean;
}

/** Creates the recorder of one connection: the nth reply is that of the nth command. */
export function connectionRecorder(
  noter: CallNoter,
  correlation: CallCorrelation,
  say: (text: string) => void,
): ConnectionRecorder {
  const followed: Followed = {
    noter,
    correlation,
    say,
    pending: [],
    db: 0,
    protocol: 2,
    queued: null,
    isFollowing: true,
  };
  return {
    fromClient: (value) => fromClient(followed, value),
    fromServer: (value) => fromServer(followed, value),
    end: () => stop(followed),
  };
}

function stop(followed: Followed): void {
  followed.isFollowing = false;
  for (const { open } of followed.pending) open?.abandon();
  followed.pending.length = 0;
}

/** What a session command changes, once it succeeded. */
function replied(followed: Followed, { name, args }: Command): Pending['replied'] {
  const first = args[0]?.toString('latin1') ?? '';
  if (name === 'SELECT') return (isError) => (followed.db = isError ? followed.db : Number(first));
  if (name === 'HELLO')
    return (isError) => (followed.protocol = isError || first === '' ? followed.protocol : Number(first));
  if (name === 'RESET') return () => ([followed.db, followed.protocol, followed.queued] = [0, 2, null]);
  return undefined;
}

function pendingOf(followed: Followed, command: Command): Pending {
  const { name } = command;
  const kind = commandKind(command);
  if (name === 'MULTI') {
    followed.queued = [];
    followed.correlation.begin({});
  }
  const transaction = followed.queued;
  if (name === 'EXEC' || name === 'DISCARD') followed.queued = null;
  if (kind === 'session') {
    if (name === 'DISCARD') followed.correlation.end();
    // Its other arguments may be a password.
    const hello = name === 'HELLO' ? requestOf({ name, args: command.args.slice(0, 1) }, 0) : null;
    return {
      name,
      open: hello && followed.noter.openStartup(),
      request: hello,
      ...withReplied(replied(followed, command)),
    };
  }
  if (kind === 'startup') return { name, open: followed.noter.openStartup(), request: requestOf(command, 0) };
  const request = requestOf(command, followed.db);
  if (name === 'EXEC' && transaction) request.queued = transaction;
  else followed.queued?.push([name, ...request.args]);
  const open = followed.noter.open(followed.correlation.of({}));
  if (name === 'EXEC') followed.correlation.end();
  return { name, open, request };
}

const withReplied = (given: Pending['replied']) => (given === undefined ? {} : { replied: given });

function fromClient(followed: Followed, value: Resp | null): void {
  if (!followed.isFollowing) return;
  if (followed.pending.length >= MAX_PENDING_COMMANDS)
    throw new WireFault('too many commands wait for their responses');
  if (value === null) {
    followed.noter.leftOut();
    followed.queued?.push([]);
    followed.pending.push({ name: '', open: null, request: null });
    return;
  }
  const command = commandOf(value);
  if (command === null) throw new WireFault('no command');
  const kind = commandKind(command);
  // In RESP3 messages are pushed beside the replies, and a subscription has no reply of its own.
  if (kind === 'subscription' && followed.protocol === 3) return;
  if (kind === 'stream' || kind === 'subscription') {
    followed.say('subscriptions, MONITOR and replication pass through; their connections are not recorded');
    stop(followed);
    return;
  }
  const entry = pendingOf(followed, command);
  const bytes = command.args.reduce((sum, arg) => sum + arg.length + 16, command.name.length);
  if (entry.open?.hold(bytes) === false) entry.open = null;
  followed.pending.push(entry);
}

function fromServer(followed: Followed, value: Resp | null): void {
  if (!followed.isFollowing || value?.type === 'push') return;
  const entry = followed.pending.shift();
  if (entry === undefined) throw new WireFault('a response has no command');
  const isError = value?.type === 'error' || value?.type === 'bulkError';
  entry.replied?.(isError);
  if (entry.open === null || entry.request === null) return;
  if (value === null) {
    entry.open.hold(Number.POSITIVE_INFINITY);
    return;
  }
  entry.open.complete({
    operation: entry.name,
    request: entry.request,
    response: isError ? null : jsonOf(value),
    error: isError ? errorOf(value) : null,
  });
}

/** An error reply: its first word is its code. */
export function errorOf(value: Resp): { code: string; message: string } {
  const message = value.type === 'error' ? value.text : value.type === 'bulkError' ? value.bytes.toString('utf8') : '';
  return { code: /^[A-Z]+\b/.exec(message)?.[0] ?? 'ERR', message };
}
