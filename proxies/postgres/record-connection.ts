import type { Statement } from '../sql/statement.ts';
import type { CallCorrelation } from '../wire/call-correlation.ts';
import { WireFault } from '../wire/frame-reader.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { MAX_PENDING_COMMANDS } from '../wire/wire-limits.ts';
import { type MadeCalls, type Making, madeCalls } from './made-calls.ts';
import { bodyReader, errorOf, type Field, type FrontendMessage, fieldsOf, parameterTypesOf } from './messages.ts';
import type { Portal, Prepared, Statements } from './statements.ts';

/** What the server has to answer, in its order. */
type Step =
  | { type: 'query' | 'execute'; making: Making | null; portal: string }
  | { type: 'describe'; prepared: Prepared | null; portal: Portal | null }
  | { type: 'parse'; prepared: Prepared | null }
  | { type: 'bind' | 'close' | 'sync' | 'functionCall' };

/** Follows a connection and notes its calls; throws a WireFault if it loses track. */
export interface ConnectionRecorder {
  fromClient(message: FrontendMessage): void;
  /** A message of the client was too long to be read. */
  tooLong(code: number): void;
  /** A body of null was too long to be read. */
  fromServer(code: number, body: Buffer | null): void;
  end(): void;
}

export interface RecorderParts {
  noter: CallNoter;
  correlation: CallCorrelation;
  statements: Statements;
  read(sql: string): Statement;
  /** COPY and function calls pass through. */
  sayUnsupported(what: string): void;
}

/** A connection as far as it has been followed. */
interface Followed {
  noter: CallNoter;
  correlation: CallCorrelation;
  statements: Statements;
  read: (sql: string) => Statement;
  sayUnsupported: (what: string) => void;
  made: MadeCalls;
  steps: Step[];
  suspended: Map<string, Making>;
  server: Record<string, string>;
  isStarting: boolean;
  /** After an error the server answers nothing until Sync. */
  isSkipping: boolean;
}

/** Creates the recorder of one connection (PostgreSQL documentation 55.2). */
export function connectionRecorder(parts: RecorderParts): ConnectionRecorder {
  const { noter, correlation, statements, read, sayUnsupported } = parts;
  const made = madeCalls(noter, correlation, sayUnsupported);
  const followed: Followed = {
    noter,
    correlation,
    statements,
    read,
    sayUnsupported,
    made,
    steps: [],
    suspended: new Map<string, Making>(),
    server: {},
    isStarting: true,
    isSkipping: false,
  };
  return {
    fromClient: (message) => {
      const step = stepOf(followed, message);
      if (step !== null) push(followed, step);
    },
    tooLong: (code) => {
      const step = unreadStep(followed, code);
      if (step !== null) push(followed, step);
    },
    fromServer: (code, body) => {
      if (body !== null) {
        ANSWERS[String.fromCharCode(code)]?.(followed, body);
        return;
      }
      // Rows and data of COPY may be longer than a call; of any other message it is unknown what it says.
      if (!/[DdN]/.test(String.fromCharCode(code))) throw new WireFault('a message is too long');
      making(followed)?.open.hold(Number.POSITIVE_INFINITY);
      leaveOut(followed);
    },
    end: () => {
      for (const step of followed.steps) if ('making' in step) step.making?.open.abandon();
      for (const left of followed.suspended.values()) left.open.abandon();
      followed.steps.length = 0;
      followed.suspended.clear();
    },
  };
}

function push(followed: Followed, step: Step): void {
  if (followed.isSkipping && step.type !== 'sync') {
    if (step.type === 'execute') step.making?.open.abandon();
    return;
  }
  followed.isSkipping = false;
  if (followed.steps.length >= MAX_PENDING_COMMANDS) throw new WireFault('too many commands wait for their responses');
  followed.steps.push(step);
}

function stepOf(followed: Followed, message: FrontendMessage): Step | null {
  switch (message.type) {
    case 'query':
      return { type: 'query', making: followed.made.begin(followed.read(message.sql), null), portal: '' };
    case 'parse': {
      const prepared = { ...followed.read(message.sql), types: message.types, fields: undefined };
      if (!followed.statements.prepare(message.name, prepared)) throw new WireFault('too many prepared statements');
      return { type: 'parse', prepared };
    }
    case 'bind': {
      const prepared = followed.statements.prepared(message.statement);
      if (prepared) followed.statements.bind(message.portal, { prepared, bound: message, fields: undefined });
      else followed.statements.close('portal', message.portal);
      return { type: 'bind' };
    }
    case 'describe': {
      const portal = message.of === 'portal' ? (followed.statements.portal(message.name) ?? null) : null;
      const prepared = message.of === 'statement' ? (followed.statements.prepared(message.name) ?? null) : null;
      return { type: 'describe', prepared, portal };
    }
    case 'execute': {
      const portal = followed.statements.portal(message.portal);
      const going = followed.suspended.get(message.portal);
      followed.suspended.delete(message.portal);
      const making = going ?? (portal ? followed.made.begin(portal.prepared, portal) : null);
      return { type: 'execute', making, portal: message.portal };
    }
    case 'close': {
      const going = message.of === 'portal' ? followed.suspended.get(message.name) : undefined;
      if (going) followed.made.finish(going, null);
      followed.suspended.delete(message.name);
      followed.statements.close(message.of, message.name);
      return { type: 'close' };
    }
    case 'functionCall':
      followed.sayUnsupported('a function call');
      return { type: 'functionCall' };
    case 'sync':
      return { type: 'sync' };
    default:
      return null;
  }
}

/** The step that a message is which was not read. */
function unreadStep(followed: Followed, code: number): Step | null {
  switch (String.fromCharCode(code)) {
    case 'Q':
      followed.noter.leftOut();
      return { type: 'query', making: null, portal: '' };
    case 'P':
      // Its name is unknown, and mostly empty.
      followed.statements.close('statement', '');
      return { type: 'parse', prepared: null };
    case 'B':
      followed.noter.leftOut();
      followed.statements.endTransaction();
      return { type: 'bind' };
    case 'd':
      return null;
    default:
      throw new WireFault('a message is too long');
  }
}

/** The call that the server answers now. */
const making = (followed: Followed): Making | null => {
  const [head] = followed.steps;
  return head?.type === 'query' || head?.type === 'execute' ? head.making : null;
};

/** It is left out from now on. */
const leaveOut = (followed: Followed): void => {
  const [head] = followed.steps;
  if (head?.type === 'query' || head?.type === 'execute') head.making = null;
};

function described(followed: Followed, fields: Field[] | null): void {
  const [head] = followed.steps;
  const going = making(followed);
  if (going) followed.made.describe(going, fields);
  if (head?.type !== 'describe') return;
  followed.steps.shift();
  if (head.portal) head.portal.fields = fields;
  if (!head.prepared) return;
  head.prepared.fields = fields;
  followed.made.describeStatement(head.prepared, fields, null);
}

function completed(followed: Followed, tag: string): void {
  const going = making(followed);
  if (going) followed.made.complete(going, tag);
  if (followed.steps[0]?.type !== 'execute') return;
  followed.steps.shift();
  if (going) followed.made.finish(going, null);
}

function failed(followed: Followed, error: Record<string, string>): void {
  const [head] = followed.steps;
  if (head?.type === 'query') {
    if (head.making) followed.made.finish(head.making, error);
    head.making = null;
    return;
  }
  const end = followed.steps.findIndex(({ type }) => type === 'sync' || type === 'functionCall');
  const dropped = followed.steps.splice(0, end === -1 ? followed.steps.length : end);
  followed.isSkipping = end === -1;
  // A statement that fails when it is parsed or bound is the call that would have been executed.
  const [first, ...others] = dropped.flatMap((step) => (step.type === 'execute' && step.making ? [step.making] : []));
  if (first) followed.made.finish(first, error);
  else if ((head?.type === 'parse' || head?.type === 'describe') && head.prepared)
    followed.made.describeStatement(head.prepared, null, error);
  for (const other of others) other.open.abandon();
}

function ready(followed: Followed, status: string): void {
  if (followed.isStarting) {
    followed.isStarting = false;
    const response = { parameters: followed.server };
    followed.noter.startup({ operation: 'startup', request: { startup: true }, response, error: null });
    return;
  }
  const going = making(followed);
  if (going) followed.made.finish(going, null);
  followed.steps.shift();
  if (status !== 'I') return;
  followed.correlation.end();
  followed.statements.endTransaction();
  for (const left of followed.suspended.values()) followed.made.finish(left, null);
  followed.suspended.clear();
}

function acknowledged(followed: Followed, type: Step['type']): void {
  if (followed.steps[0]?.type !== type) throw new WireFault('a response has no command');
  followed.steps.shift();
}

function copied(followed: Followed): void {
  followed.sayUnsupported('COPY');
  making(followed)?.open.abandon();
  leaveOut(followed);
}

/** By the type of the message. */
const ANSWERS: Readonly<Record<string, (followed: Followed, body: Buffer) => void>> = {
  '1': (followed) => acknowledged(followed, 'parse'),
  '2': (followed) => acknowledged(followed, 'bind'),
  '3': (followed) => acknowledged(followed, 'close'),
  C: (followed, body) => completed(followed, bodyReader(body).cstring()),
  D: (followed, body) => {
    const going = making(followed);
    if (going && !followed.made.row(going, body)) leaveOut(followed);
  },
  E: (followed, body) => failed(followed, errorOf(body)),
  G: copied,
  H: copied,
  I: (followed) => completed(followed, ''),
  N: (followed, body) => {
    const going = making(followed);
    if (going) followed.made.notice(going, errorOf(body));
  },
  S: (followed, body) => {
    const reader = bodyReader(body);
    const name = reader.cstring();
    if (followed.isStarting) followed.server[name] = reader.cstring();
  },
  T: (followed, body) => described(followed, fieldsOf(body)),
  W: copied,
  Z: (followed, body) => ready(followed, body.toString('latin1')),
  n: (followed) => described(followed, null),
  s: (followed) => {
    const [head] = followed.steps;
    if (head?.type === 'execute' && head.making) followed.suspended.set(head.portal, head.making);
    followed.steps.shift();
  },
  t: (followed, body) => {
    const [head] = followed.steps;
    if (head?.type === 'describe' && head.prepared) head.prepared.types = parameterTypesOf(body);
  },
};
