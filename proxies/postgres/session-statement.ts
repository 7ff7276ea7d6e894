import type { SessionEffect } from '../sql/session-journal.ts';
import type { Field } from './messages.ts';
import { commandComplete, parameterStatus, type TransactionStatus } from './server-messages.ts';
import type { SessionCommand } from './statement-kind.ts';

/** The state of a connection that session statements change. */
export interface Session {
  status: TransactionStatus;
  parameters: Map<string, string>;
}

/** The column of `SELECT 1`. */
export const ONE_FIELDS: Field[] = [
  { name: '?column?', type: 23, table: 0, column: 0, size: 4, modifier: -1, format: 'text' },
];

/** Error of any statement but ROLLBACK in a transaction that failed. */
export const TRANSACTION_FAILED = {
  severity: 'ERROR',
  severityCode: 'ERROR',
  code: '25P02',
  message: 'current transaction is aborted, commands ignored until end of transaction block',
};

/** Answers a session statement but `SELECT 1`; null if the transaction failed and the statement does not end it. */
export function sessionAnswer(session: Session, command: SessionCommand, sql: string): Buffer[] | null {
  const hasFailed = session.status === 'E';
  switch (command) {
    case 'COMMIT':
      session.status = 'I';
      return [commandComplete(hasFailed ? 'ROLLBACK' : 'COMMIT')];
    case 'ROLLBACK':
      session.status = 'I';
      return [commandComplete('ROLLBACK')];
    case 'ROLLBACK TO':
      if (session.status === 'E') session.status = 'T';
      return [commandComplete('ROLLBACK')];
    default:
  }
  if (hasFailed) return null;
  if (command === 'BEGIN') session.status = 'T';
  if (command === 'SET') return [...reported(session, sql), commandComplete('SET')];
  return [commandComplete(command)];
}

const EFFECTS: Partial<Record<SessionCommand, SessionEffect>> = {
  BEGIN: 'begin',
  COMMIT: 'commit',
  ROLLBACK: 'rollback',
  'ROLLBACK TO': 'transaction',
  SAVEPOINT: 'transaction',
  RELEASE: 'transaction',
  SET: 'setting',
  PREPARE: 'setting',
  DEALLOCATE: 'forget',
  RESET: 'forget',
  'DISCARD ALL': 'clear',
};

/** What a session statement changes for calls that are made for real; null if nothing. They are made in UTF-8. */
export function sessionEffect(command: SessionCommand, sql: string): SessionEffect | null {
  if (command === 'SET' && /^set\s+(?:names|(?:session\s+|local\s+)?client_encoding)\b/i.test(sql)) return null;
  if (command === 'SET' && /^set\s+(?:local|transaction|constraints)\b/i.test(sql)) return 'transaction';
  return EFFECTS[command] ?? null;
}

const SETTING = /^set\s+(?:session\s+|local\s+)?(time\s+zone|names|\w+)\s*(?:=|\bto\b)?\s*'?([^';]*)'?\s*;?$/i;

/** A server reports some settings when they change, and drivers wait for that. */
function reported({ parameters }: Session, sql: string): Buffer[] {
  const [, given = '', value = ''] = SETTING.exec(sql.trim()) ?? [];
  const name = ALIASES[given.toLowerCase().replace(/\s+/, ' ')] ?? given;
  const known = [...parameters.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
  if (known === undefined || parameters.get(known) === value) return [];
  parameters.set(known, value);
  return [parameterStatus(known, value)];
}

const ALIASES: Readonly<Record<string, string>> = { 'time zone': 'TimeZone', names: 'client_encoding' };
