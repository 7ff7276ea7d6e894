import type { Statement } from '../sql/statement.ts';
import { MAX_STATEMENTS } from '../wire/wire-limits.ts';
import type { BindMessage, Field } from './messages.ts';

/** A prepared statement of a connection. */
export interface Prepared extends Statement {
  /** Types of its parameters: as the client says them, then as the server describes them. */
  types: number[];
  /** Its columns; undefined until it is described, null if it returns no rows. */
  fields: Field[] | null | undefined;
}

/** A prepared statement with parameters, ready to execute. */
export interface Portal {
  prepared: Prepared;
  bound: BindMessage;
  /** Its columns, in the formats of the Bind; undefined until it is described. */
  fields: Field[] | null | undefined;
}

/** Statements and portals of a connection by name. */
export interface Statements {
  /** False if there are too many. */
  prepare(name: string, prepared: Prepared): boolean;
  /** A statement of this connection, or else the last one of this name on any connection: poolers share them. */
  prepared(name: string): Prepared | undefined;
  bind(portal: string, bound: Portal): void;
  portal(name: string): Portal | undefined;
  close(of: 'statement' | 'portal', name: string): void;
  /** Portals end with their transaction. */
  endTransaction(): void;
  /** `DISCARD ALL` and `DEALLOCATE ALL`. */
  clear(): void;
}

/** Statements by name, shared by the connections of one downstream. */
export type SharedStatements = Map<string, Prepared>;

/** Maximum portals of a transaction. */
const MAX_PORTALS = 1_000;

/** Keeps the statements of one connection. */
export function statementsOf(shared: SharedStatements): Statements {
  const statements = new Map<string, Prepared>();
  const portals = new Map<string, Portal>();
  return {
    prepare: (name, prepared) => {
      if (statements.size >= MAX_STATEMENTS && !statements.has(name)) return false;
      statements.set(name, prepared);
      if (name === '') return true;
      if (shared.size >= MAX_STATEMENTS && !shared.has(name)) shared.clear();
      shared.set(name, prepared);
      return true;
    },
    prepared: (name) => statements.get(name) ?? (name === '' ? undefined : shared.get(name)),
    bind: (portal, bound) => {
      if (portals.size >= MAX_PORTALS && !portals.has(portal)) portals.clear();
      portals.set(portal, bound);
    },
    portal: (name) => portals.get(name),
    close: (of, name) => {
      if (of === 'portal') portals.delete(name);
      else statements.delete(name);
    },
    endTransaction: () => portals.clear(),
    clear: () => {
      statements.clear();
      portals.clear();
    },
  };
}
