import type { Statement } from '../sql/statement.ts';
import type { CallCorrelation } from '../wire/call-correlation.ts';
import { WireFault } from '../wire/frame-reader.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { MAX_PENDING_COMMANDS, MAX_STATEMENTS } from '../wire/wire-limits.ts';
import { CAPABILITY, STATUS } from './capabilities.ts';
import { type Column, columnOf } from './columns.ts';
import {
  COMMAND,
  executeParameters,
  keepLongData,
  LAST_STATEMENT,
  type Parameter,
  type PreparedParameters,
  statementId,
  wantsCursor,
} from './commands.ts';
import { clientCapabilities, type Greeting } from './greeting.ts';
import { payloadReader } from './packets.ts';
import { queryText } from './query-text.ts';
import { leaveOut, type Making, parseResultPacket, type ResultStep, resultStep } from './result-step.ts';
import { errorOf } from './server-packets.ts';
import { queryKinds } from './statement-kind.ts';

/** Follows a connection and notes its calls; throws a WireFault if it loses track. Payloads of null were too long. */
export interface ConnectionRecorder {
  greeted(greeting: Greeting): void;
  fromClient(payload: Buffer | null): void;
  fromServer(payload: Buffer | null): void;
  end(): void;
}

interface Prepared extends PreparedParameters {
  statement: Statement;
}

interface PrepareStep {
  type: 'prepare';
  statement: Statement;
  parameters: Column[];
  columns: Column[];
  /** Packets that describe its parameters and columns, and are still to come; null before the first answer. */
  left: [parameters: number, columns: number] | null;
}

/** What the server has to answer. */
type Step = ResultStep | PrepareStep | { type: 'ok' | 'fields' | 'authentication' };

/** A connection as far as it has been followed. */
interface Followed {
  noter: CallNoter;
  correlation: CallCorrelation;
  read: (sql: string) => Statement;
  sayUnsupported: (what: string) => void;
  steps: Step[];
  statements: Map<number, Prepared>;
  lastPrepared: number;
  phase: 'greeting' | 'authentication' | 'commands';
  deprecatesEof: boolean;
  /** The client sends a file. */
  isSending: boolean;
  /** Whether the client answered the greeting, which offered these capabilities. */
  hasAnswered: boolean;
  offered: number;
}

/** Creates the recorder of one connection (MySQL internals, "Connection Phase" and "Command Phase"). */
export function connectionRecorder(parts: {
  noter: CallNoter;
  correlation: CallCorrelation;
  read(sql: string): Statement;
  /** LOAD DATA and cursors pass through. */
  sayUnsupported(what: string): void;
}): ConnectionRecorder {
  const { noter, correlation, read, sayUnsupported } = parts;
  const followed: Followed = {
    noter,
    correlation,
    read,
    sayUnsupported,
    steps: [],
    statements: new Map<number, Prepared>(),
    lastPrepared: 0,
    phase: 'greeting',
    deprecatesEof: false,
    isSending: false,
    hasAnswered: false,
    offered: 0,
  };
  return {
    greeted: (greeting) => {
      followed.phase = 'authentication';
      followed.offered = greeting.capabilities;
      followed.noter.startup({ operation: 'startup', request: { startup: true }, response: greeting, error: null });
    },
    fromClient: (payload) => fromClient(followed, payload),
    fromServer: (payload) => fromServer(followed, payload),
    end: () => {
      for (const step of followed.steps) if (step.type === 'result') step.making?.open.abandon();
      followed.steps.length = 0;
    },
  };
}

function begin(followed: Followed, statement: Statement, parameters: Parameter[]): Making | null {
  const kinds = queryKinds(statement);
  const [first] = kinds;
  if (kinds.some((kind) => kind.kind === 'session' && kind.command === 'BEGIN'))
    followed.correlation.begin(statement.clues);
  if (first?.kind === 'unsupported') followed.sayUnsupported(first.what);
  if (first?.kind !== 'call' && first?.kind !== 'startup') return null;
  const open =
    first.kind === 'startup'
      ? followed.noter.openStartup()
      : followed.noter.open(followed.correlation.of(statement.clues));
  const bytes = parameters.reduce<number>((sum, value) => sum + JSON.stringify(value).length, statement.sql.length);
  return open.hold(bytes) ? { open, statement, parameters, results: [] } : null;
}

function execution(followed: Followed, payload: Buffer): Step {
  const id = statementId(payload);
  const prepared = followed.statements.get(id === LAST_STATEMENT ? followed.lastPrepared : id);
  if (prepared === undefined) return resultStep(null, true);
  const parameters = executeParameters(payload, prepared);
  prepared.ahead.clear();
  if (!wantsCursor(payload)) return resultStep(begin(followed, prepared.statement, parameters), true);
  followed.sayUnsupported('a cursor');
  return resultStep(null, true);
}

function longData(followed: Followed, payload: Buffer): void {
  const prepared = followed.statements.get(statementId(payload));
  if (prepared && !keepLongData(payload, prepared)) throw new WireFault('too much long data');
}

function stepOf(followed: Followed, payload: Buffer): Step | null {
  switch (payload[0]) {
    case COMMAND.QUERY:
      return resultStep(begin(followed, followed.read(queryText(payload.subarray(1))), []), false);
    case COMMAND.PREPARE:
      return {
        type: 'prepare',
        statement: followed.read(queryText(payload.subarray(1))),
        parameters: [],
        columns: [],
        left: null,
      };
    case COMMAND.EXECUTE:
      return execution(followed, payload);
    case COMMAND.LONG_DATA:
      longData(followed, payload);
      return null;
    case COMMAND.CLOSE:
      followed.statements.delete(statementId(payload));
      return null;
    case COMMAND.QUIT:
      return null;
    case COMMAND.FIELD_LIST:
      return { type: 'fields' };
    case COMMAND.CHANGE_USER:
      followed.statements.clear();
      return { type: 'authentication' };
    case COMMAND.RESET_CONNECTION:
      followed.statements.clear();
      return { type: 'ok' };
    case COMMAND.INIT_DB:
    case COMMAND.PING:
    case COMMAND.SET_OPTION:
    case COMMAND.STATISTICS:
    case COMMAND.RESET_STATEMENT:
      return { type: 'ok' };
    default:
      throw new WireFault('a command that is not followed');
  }
}

function fromClient(followed: Followed, payload: Buffer | null): void {
  if (followed.phase === 'authentication' || followed.steps[0]?.type === 'authentication') {
    if (followed.phase === 'authentication' && payload !== null && payload.length >= 32 && !followed.hasAnswered) {
      followed.hasAnswered = true;
      const { capabilities } = clientCapabilities(payload);
      followed.deprecatesEof = (capabilities & followed.offered & CAPABILITY.DEPRECATE_EOF) !== 0;
    }
    return;
  }
  if (followed.isSending) {
    // An empty packet ends the file.
    if (payload?.length === 0) followed.isSending = false;
    return;
  }
  if (followed.steps.length >= MAX_PENDING_COMMANDS) throw new WireFault('too many commands wait for their responses');
  if (payload === null) followed.noter.leftOut();
  const step = payload === null ? resultStep(null, false) : stepOf(followed, payload);
  if (step !== null) followed.steps.push(step);
}

function resultPacket(followed: Followed, step: ResultStep, payload: Buffer): void {
  const end = parseResultPacket(step, payload, followed.deprecatesEof);
  if (end === 'file') {
    followed.sayUnsupported('LOAD DATA');
    followed.isSending = true;
  } else if (end !== null) {
    followed.steps.shift();
    // An error says nothing of the transaction.
    if (end.status !== null && end.status & STATUS.IN_TRANSACTION) followed.correlation.begin({});
    else if (end.status !== null) followed.correlation.end();
  }
}

function preparedPacket(followed: Followed, step: PrepareStep, payload: Buffer): void {
  if (step.left === null && payload[0] === 0xff) {
    followed.steps.shift();
    describe(followed, step, errorOf(payload));
    return;
  }
  if (step.left === null) step.left = keepPrepared(followed, step.statement, payload);
  else describedPacket(step, step.left, payload);
  if (step.left[0] + step.left[1] > 0) return;
  followed.steps.shift();
  describe(followed, step, null);
}

/**
 * Keeps a statement by the id that the server gave it; returns how many packets describe its parameters and columns.
 */
function keepPrepared(followed: Followed, statement: Statement, payload: Buffer): [number, number] {
  const reader = payloadReader(payload.subarray(1));
  const id = reader.uint(4);
  const [columns, parameters] = [reader.uint(2), reader.uint(2)];
  if (followed.statements.size >= MAX_STATEMENTS) throw new WireFault('too many prepared statements');
  followed.statements.set(id, { statement, count: parameters, types: null, ahead: new Map() });
  followed.lastPrepared = id;
  // Each list ends with a packet of its own, unless both sides leave it out.
  const end = (count: number) => (count > 0 && !followed.deprecatesEof ? count + 1 : count);
  return [end(parameters), end(columns)];
}

function describedPacket(step: PrepareStep, left: [number, number], payload: Buffer): void {
  const isParameter = left[0] > 0;
  const isEnd = payload[0] === 0xfe && payload.length < 9;
  left[isParameter ? 0 : 1]--;
  if (!isEnd) (isParameter ? step.parameters : step.columns).push(columnOf(payload));
}

/** Notes how a statement is described, for replays, where the description is asked for by itself. */
function describe(followed: Followed, { statement, parameters, columns }: PrepareStep, error: unknown): void {
  if (queryKinds(statement).every(({ kind }) => kind === 'session')) return;
  followed.noter.startup({
    operation: `describe ${statement.operation}`,
    request: { describe: statement.sql },
    response: error === null ? { parameters, fields: columns } : null,
    error,
  });
}

function authenticated(followed: Followed, payload: Buffer | null): void {
  // OK or an error ends it; anything else continues.
  if (payload?.[0] !== 0 && payload?.[0] !== 0xff) return;
  if (followed.phase === 'authentication') followed.phase = 'commands';
  else followed.steps.shift();
}

function fromServer(followed: Followed, payload: Buffer | null): void {
  const [step] = followed.steps;
  if (followed.phase === 'authentication' || step?.type === 'authentication') {
    authenticated(followed, payload);
    return;
  }
  if (step === undefined) throw new WireFault('a response has no command');
  if (payload === null) {
    // Only rows may be that long.
    if (step.type !== 'result' || step.columns === null) throw new WireFault('a packet is too long');
    if (step.making) followed.noter.leftOut();
    leaveOut(step);
  } else if (step.type === 'result') resultPacket(followed, step, payload);
  else if (step.type === 'prepare') preparedPacket(followed, step, payload);
  else if (step.type === 'ok' || payload[0] === 0xff || (payload[0] === 0xfe && payload.length < 9))
    followed.steps.shift();
}
