import type { Statement } from '../sql/statement.ts';
import type { CallCorrelation } from '../wire/call-correlation.ts';
import { WireFault } from '../wire/frame-reader.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { MAX_PENDING_COMMANDS } from '../wire/wire-limits.ts';
import { type Making, madeCalls } from './made-calls.ts';
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

/** Creates the recorder of one connection (PostgreSQL documentation 55.2). */
export function connectionRecorder(parts: RecorderParts): ConnectionRecorder {
  const { noter, correlation, statements, read, sayUnsupported } = parts;
  const made = madeCalls(noter, correlation, sayUnsupported);
  const steps: Step[] = [];
  const suspended = new Map<string, Making>();
  const server: Record<string, string> = {};
  let isStarting = true;
  /** After an error the server answers nothing until Sync. */
  let isSkipping = false;

  function push(step: Step): void {
    if (isSkipping && step.type !== 'sync') {
      if (step.type === 'execute') step.making?.open.abandon();
      return;
    }
    isSkipping = false;
    if (steps.length >= MAX_PENDING_COMMANDS) throw new WireFault('too many commands wait for their answers');
    steps.push(step);
  }

  function stepOf(message: FrontendMessage): Step | null {
    switch (message.type) {
      case 'query':
        return { type: 'query', making: made.begin(read(message.sql), null), portal: '' };
      case 'parse': {
        const prepared = { ...read(message.sql), types: message.types, fields: undefined };
        if (!statements.prepare(message.name, prepared)) throw new WireFault('too many prepared statements');
        return { type: 'parse', prepared };
      }
      case 'bind': {
        const prepared = statements.prepared(message.statement);
        if (prepared) statements.bind(message.portal, { prepared, bound: message, fields: undefined });
        else statements.close('portal', message.portal);
        return { type: 'bind' };
      }
      case 'describe': {
        const portal = message.of === 'portal' ? (statements.portal(message.name) ?? null) : null;
        const prepared = message.of === 'statement' ? (statements.prepared(message.name) ?? null) : null;
        return { type: 'describe', prepared, portal };
      }
      case 'execute': {
        const portal = statements.portal(message.portal);
        const going = suspended.get(message.portal);
        suspended.delete(message.portal);
        const making = going ?? (portal ? made.begin(portal.prepared, portal) : null);
        return { type: 'execute', making, portal: message.portal };
      }
      case 'close': {
        const going = message.of === 'portal' ? suspended.get(message.name) : undefined;
        if (going) made.finish(going, null);
        suspended.delete(message.name);
        statements.close(message.of, message.name);
        return { type: 'close' };
      }
      case 'functionCall':
        sayUnsupported('a function call');
        return { type: 'functionCall' };
      case 'sync':
        return { type: 'sync' };
      default:
        return null;
    }
  }

  /** The step that a message is which was not read. */
  function unreadStep(code: number): Step | null {
    switch (String.fromCharCode(code)) {
      case 'Q':
        noter.leftOut();
        return { type: 'query', making: null, portal: '' };
      case 'P':
        // Its name is unknown, and mostly empty.
        statements.close('statement', '');
        return { type: 'parse', prepared: null };
      case 'B':
        noter.leftOut();
        statements.endTransaction();
        return { type: 'bind' };
      case 'd':
        return null;
      default:
        throw new WireFault('a message is too long');
    }
  }

  /** The call that the server answers now. */
  const making = (): Making | null => {
    const [head] = steps;
    return head?.type === 'query' || head?.type === 'execute' ? head.making : null;
  };
  /** It is left out from now on. */
  const leaveOut = (): void => {
    const [head] = steps;
    if (head?.type === 'query' || head?.type === 'execute') head.making = null;
  };

  function described(fields: Field[] | null): void {
    const [head] = steps;
    const going = making();
    if (going) made.describe(going, fields);
    if (head?.type !== 'describe') return;
    steps.shift();
    if (head.portal) head.portal.fields = fields;
    if (!head.prepared) return;
    head.prepared.fields = fields;
    made.describeStatement(head.prepared, fields, null);
  }

  function completed(tag: string): void {
    const going = making();
    if (going) made.complete(going, tag);
    if (steps[0]?.type !== 'execute') return;
    steps.shift();
    if (going) made.finish(going, null);
  }

  function failed(error: Record<string, string>): void {
    const [head] = steps;
    if (head?.type === 'query') {
      if (head.making) made.finish(head.making, error);
      head.making = null;
      return;
    }
    const end = steps.findIndex(({ type }) => type === 'sync' || type === 'functionCall');
    const dropped = steps.splice(0, end === -1 ? steps.length : end);
    isSkipping = end === -1;
    // A statement that fails when it is parsed or bound is the call that would have been executed.
    const [first, ...others] = dropped.flatMap((step) => (step.type === 'execute' && step.making ? [step.making] : []));
    if (first) made.finish(first, error);
    else if ((head?.type === 'parse' || head?.type === 'describe') && head.prepared)
      made.describeStatement(head.prepared, null, error);
    for (const other of others) other.open.abandon();
  }

  function ready(status: string): void {
    if (isStarting) {
      isStarting = false;
      const response = { parameters: server };
      noter.startup({ operation: 'startup', request: { startup: true }, response, error: null });
      return;
    }
    const going = making();
    if (going) made.finish(going, null);
    steps.shift();
    if (status !== 'I') return;
    correlation.end();
    statements.endTransaction();
    for (const left of suspended.values()) made.finish(left, null);
    suspended.clear();
  }

  function acknowledged(type: Step['type']): void {
    if (steps[0]?.type !== type) throw new WireFault('an answer has no command');
    steps.shift();
  }

  function copied(): void {
    sayUnsupported('COPY');
    making()?.open.abandon();
    leaveOut();
  }

  /** By the type of the message. */
  const answers: Readonly<Record<string, (body: Buffer) => void>> = {
    '1': () => acknowledged('parse'),
    '2': () => acknowledged('bind'),
    '3': () => acknowledged('close'),
    C: (body) => completed(bodyReader(body).cstring()),
    D: (body) => {
      const going = making();
      if (going && !made.row(going, body)) leaveOut();
    },
    E: (body) => failed(errorOf(body)),
    G: copied,
    H: copied,
    I: () => completed(''),
    N: (body) => {
      const going = making();
      if (going) made.notice(going, errorOf(body));
    },
    S: (body) => {
      const reader = bodyReader(body);
      const name = reader.cstring();
      if (isStarting) server[name] = reader.cstring();
    },
    T: (body) => described(fieldsOf(body)),
    W: copied,
    Z: (body) => ready(body.toString('latin1')),
    n: () => described(null),
    s: () => {
      const [head] = steps;
      if (head?.type === 'execute' && head.making) suspended.set(head.portal, head.making);
      steps.shift();
    },
    t: (body) => {
      const [head] = steps;
      if (head?.type === 'describe' && head.prepared) head.prepared.types = parameterTypesOf(body);
    },
  };

  return {
    fromClient: (message) => {
      const step = stepOf(message);
      if (step !== null) push(step);
    },
    tooLong: (code) => {
      const step = unreadStep(code);
      if (step !== null) push(step);
    },
    fromServer: (code, body) => {
      if (body !== null) {
        answers[String.fromCharCode(code)]?.(body);
        return;
      }
      // Rows and data of COPY may be longer than a call; of any other message it is unknown what it says.
      if (!/[DdN]/.test(String.fromCharCode(code))) throw new WireFault('a message is too long');
      making()?.open.hold(Number.POSITIVE_INFINITY);
      leaveOut();
    },
    end: () => {
      for (const step of steps) if ('making' in step) step.making?.open.abandon();
      for (const left of suspended.values()) left.open.abandon();
      steps.length = 0;
      suspended.clear();
    },
  };
}
