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
import { leaveOut, type Making, type ResultStep, readResult, resultStep } from './read-result.ts';
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

/** What the server has to answer. */
type Step =
  | ResultStep
  | { type: 'prepare'; statement: Statement; parameters: Column[]; columns: Column[]; left: [number, number] | null }
  | { type: 'ok' | 'fields' | 'authentication' };

/** Creates the recorder of one connection (MySQL internals, "Connection Phase" and "Command Phase"). */
export function connectionRecorder(parts: {
  noter: CallNoter;
  correlation: CallCorrelation;
  read(sql: string): Statement;
  /** LOAD DATA and cursors pass through. */
  sayUnsupported(what: string): void;
}): ConnectionRecorder {
  const { noter, correlation, read, sayUnsupported } = parts;
  const steps: Step[] = [];
  const statements = new Map<number, Prepared>();
  let lastPrepared = 0;
  let phase: 'greeting' | 'authentication' | 'commands' = 'greeting';
  let deprecatesEof = false;
  /** The client sends a file. */
  let isSending = false;
  /** Whether the client answered the greeting, which offered these capabilities. */
  let hasAnswered = false;
  let offered = 0;

  function begin(statement: Statement, parameters: Parameter[]): Making | null {
    const kinds = queryKinds(statement);
    const [first] = kinds;
    if (kinds.some((kind) => kind.kind === 'session' && kind.command === 'BEGIN')) correlation.begin(statement.clues);
    if (first?.kind === 'unsupported') sayUnsupported(first.what);
    if (first?.kind !== 'call' && first?.kind !== 'startup') return null;
    const open = first.kind === 'startup' ? noter.openStartup() : noter.open(correlation.of(statement.clues));
    const bytes = parameters.reduce<number>((sum, value) => sum + JSON.stringify(value).length, statement.sql.length);
    return open.hold(bytes) ? { open, statement, parameters, results: [] } : null;
  }
  function execution(payload: Buffer): Step {
    const id = statementId(payload);
    const prepared = statements.get(id === LAST_STATEMENT ? lastPrepared : id);
    if (prepared === undefined) return resultStep(null, true);
    const parameters = executeParameters(payload, prepared);
    prepared.ahead.clear();
    if (!wantsCursor(payload)) return resultStep(begin(prepared.statement, parameters), true);
    sayUnsupported('a cursor');
    return resultStep(null, true);
  }

  function longData(payload: Buffer): void {
    const prepared = statements.get(statementId(payload));
    if (prepared && !keepLongData(payload, prepared)) throw new WireFault('too much long data');
  }

  function stepOf(payload: Buffer): Step | null {
    switch (payload[0]) {
      case COMMAND.QUERY:
        return resultStep(begin(read(queryText(payload.subarray(1))), []), false);
      case COMMAND.PREPARE:
        return {
          type: 'prepare',
          statement: read(queryText(payload.subarray(1))),
          parameters: [],
          columns: [],
          left: null,
        };
      case COMMAND.EXECUTE:
        return execution(payload);
      case COMMAND.LONG_DATA:
        longData(payload);
        return null;
      case COMMAND.CLOSE:
        statements.delete(statementId(payload));
        return null;
      case COMMAND.QUIT:
        return null;
      case COMMAND.FIELD_LIST:
        return { type: 'fields' };
      case COMMAND.CHANGE_USER:
        statements.clear();
        return { type: 'authentication' };
      case COMMAND.RESET_CONNECTION:
        statements.clear();
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

  function fromClient(payload: Buffer | null): void {
    if (phase === 'authentication' || steps[0]?.type === 'authentication') {
      if (phase === 'authentication' && payload !== null && payload.length >= 32 && !hasAnswered) {
        hasAnswered = true;
        const { capabilities } = clientCapabilities(payload);
        deprecatesEof = (capabilities & offered & CAPABILITY.DEPRECATE_EOF) !== 0;
      }
      return;
    }
    if (isSending) {
      // An empty packet ends the file.
      if (payload?.length === 0) isSending = false;
      return;
    }
    if (steps.length >= MAX_PENDING_COMMANDS) throw new WireFault('too many commands wait for their answers');
    if (payload === null) noter.leftOut();
    const step = payload === null ? resultStep(null, false) : stepOf(payload);
    if (step !== null) steps.push(step);
  }
  function resultPacket(step: ResultStep, payload: Buffer): void {
    const end = readResult(step, payload, deprecatesEof);
    if (end === 'file') {
      sayUnsupported('LOAD DATA');
      isSending = true;
    } else if (end !== null) {
      steps.shift();
      // An error says nothing of the transaction.
      if (end.status !== null && end.status & STATUS.IN_TRANSACTION) correlation.begin({});
      else if (end.status !== null) correlation.end();
    }
  }

  function preparedPacket(step: Step & { type: 'prepare' }, payload: Buffer): void {
    if (payload[0] === 0xff && step.left === null) {
      steps.shift();
      describe(step, errorOf(payload));
      return;
    }
    if (step.left === null) {
      const reader = payloadReader(payload.subarray(1));
      const id = reader.uint(4);
      const [columns, parameters] = [reader.uint(2), reader.uint(2)];
      if (statements.size >= MAX_STATEMENTS) throw new WireFault('too many prepared statements');
      statements.set(id, { statement: step.statement, count: parameters, types: null, ahead: new Map() });
      lastPrepared = id;
      // Each list ends with a packet of its own, unless both sides leave it out.
      const end = (count: number) => (count > 0 && !deprecatesEof ? count + 1 : count);
      step.left = [end(parameters), end(columns)];
    } else {
      const isParameter = step.left[0] > 0;
      const isEnd = payload[0] === 0xfe && payload.length < 9;
      step.left[isParameter ? 0 : 1]--;
      if (!isEnd) (isParameter ? step.parameters : step.columns).push(columnOf(payload));
    }
    if (step.left[0] + step.left[1] > 0) return;
    steps.shift();
    describe(step, null);
  }

  /** Notes how a statement is described, for replays, where the description is asked for by itself. */
  function describe({ statement, parameters, columns }: Step & { type: 'prepare' }, error: unknown): void {
    if (queryKinds(statement).every(({ kind }) => kind === 'session')) return;
    noter.startup({
      operation: `describe ${statement.operation}`,
      request: { describe: statement.sql },
      response: error === null ? { parameters, fields: columns } : null,
      error,
    });
  }

  function fromServer(payload: Buffer | null): void {
    const [step] = steps;
    if (phase === 'authentication' || step?.type === 'authentication') {
      // OK or an error ends it; anything else continues.
      if (payload?.[0] !== 0 && payload?.[0] !== 0xff) return;
      if (phase === 'authentication') phase = 'commands';
      else steps.shift();
      return;
    }
    if (step === undefined) throw new WireFault('an answer has no command');
    if (payload === null) {
      // Only rows may be that long.
      if (step.type !== 'result' || step.columns === null) throw new WireFault('a packet is too long');
      if (step.making) noter.leftOut();
      leaveOut(step);
    } else if (step.type === 'result') resultPacket(step, payload);
    else if (step.type === 'prepare') preparedPacket(step, payload);
    else if (step.type === 'ok' || payload[0] === 0xff || (payload[0] === 0xfe && payload.length < 9)) steps.shift();
  }

  return {
    greeted: (greeting) => {
      phase = 'authentication';
      offered = greeting.capabilities;
      noter.startup({ operation: 'startup', request: { startup: true }, response: greeting, error: null });
    },
    fromClient,
    fromServer,
    end: () => {
      for (const step of steps) if (step.type === 'result') step.making?.open.abandon();
      steps.length = 0;
    },
  };
}
