import type { SessionEffect } from '../sql/session-journal.ts';
import type { StatementKind } from './statement-kind.ts';

/** The state of a connection that session statements change: flags of `STATUS`. */
export interface SessionStatus {
  status: number;
}

/** Calls are made for real in UTF-8, whatever the client uses. */
const CHARACTER_SET =
  /^set\s+(?:names|charset|character\s+set|(?:session\s+|@@(?:session\.)?)?(?:character_set|collation)_\w+)\b/i;
const IN_TRANSACTION = /^(?:savepoint|release|rollback|xa)\b/i;

/** What a session statement changes for calls that are made for real; null if nothing. */
export function sessionEffect(
  command: (StatementKind & { kind: 'session' })['command'],
  sql: string,
): SessionEffect | null {
  switch (command) {
    case 'BEGIN':
      return 'begin';
    case 'END':
      return /^rollback\b/i.test(sql) ? 'rollback' : 'commit';
    case 'SELECT 1':
      return null;
    default:
      if (CHARACTER_SET.test(sql)) return null;
      return IN_TRANSACTION.test(sql) ? 'transaction' : 'setting';
  }
}
