/**
 * What a statement of the session changes. A `transaction` statement is over with its transaction (`SAVEPOINT`,
 * `SET LOCAL`), a `setting` outlives it.
 */
export type SessionEffect = 'begin' | 'commit' | 'rollback' | 'transaction' | 'setting' | 'forget' | 'clear';

/** Session statements of one mocked connection, which a connection to the real server has to run first. */
export interface SessionJournal {
  /** Returns whether the statement holds: not a commit of what was done on a lost connection. */
  note(sql: string, effect: SessionEffect): boolean;
  /**
   * The connection to the real server is lost, and the open transaction with it: it must not continue by another one.
   */
  lose(): void;
  /** Whether the open transaction is lost. */
  isLost(): boolean;
  /** What brings a new connection into the state of the client's, in order. */
  statements(): string[];
}

interface Kept {
  sql: string;
  /** A later statement with this key takes its place. */
  key: string;
  isSetting: boolean;
}

/** Beyond these limits the oldest settings are given up. */
const MAX_SETTINGS = 1_000;
const MAX_CHARACTERS = 1024 * 1024;

/** What the client's session did so far. */
interface Journal {
  settings: Kept[];
  /** Of the open transaction, its `BEGIN` first; null outside. */
  transaction: Kept[] | null;
}

export function sessionJournal(): SessionJournal {
  const journal: Journal = { settings: [], transaction: null };
  let isLost = false;
  return {
    note(sql, effect) {
      const wasLost = isLost;
      keep(journal, sql, effect);
      isLost &&= journal.transaction !== null;
      return !wasLost || isLost || effect !== 'commit';
    },
    lose: () => {
      isLost = journal.transaction !== null;
    },
    isLost: () => isLost,
    statements: () => [...journal.settings, ...(journal.transaction ?? [])].map(({ sql }) => sql),
  };
}

function keep(journal: Journal, sql: string, effect: SessionEffect): void {
  const kept = { sql, key: keyOf(sql), isSetting: effect === 'setting' };
  switch (effect) {
    case 'begin':
      journal.transaction ??= [kept];
      return;
    case 'commit':
    case 'rollback': {
      const made = journal.transaction?.filter((one) => outlives(one, effect)) ?? [];
      journal.transaction = null;
      for (const one of made) journal.settings = added(journal.settings, one);
      return;
    }
    case 'forget':
      journal.settings = journal.settings.filter(({ key }) => !isForgotten(key, kept.key));
      journal.transaction = journal.transaction?.filter(({ key }) => !isForgotten(key, kept.key)) ?? null;
      return;
    case 'clear':
      journal.settings = [];
      journal.transaction = null;
      return;
    default:
      if (journal.transaction !== null) {
        if (sizeOf(journal.transaction) + sql.length <= MAX_CHARACTERS) journal.transaction.push(kept);
      } else if (effect === 'setting') journal.settings = added(journal.settings, kept);
  }
}

const sizeOf = (kept: readonly Kept[]): number => kept.reduce((sum, { sql }) => sum + sql.length, 0);

function added(settings: readonly Kept[], kept: Kept): Kept[] {
  const all = [...settings.filter(({ key }) => key !== kept.key), kept].slice(-MAX_SETTINGS);
  while (sizeOf(all) > MAX_CHARACTERS) all.shift();
  return all;
}

const NAMED = /^(set|prepare|deallocate|reset)\s+(?:session\s+|prepare\s+)?(["`\w.@]+)/i;

/** By name, if it sets one thing: `SET a = 1` replaces `SET a = 2`. */
function keyOf(sql: string): string {
  const [, verb, name] = NAMED.exec(sql) ?? [];
  if (verb === undefined || name === undefined || (verb.toLowerCase() === 'set' && sql.includes(','))) return sql;
  return `${verb} ${name}`.toLowerCase();
}

/** Whether `DEALLOCATE` or `RESET` takes back what a statement did. */
function isForgotten(key: string, by: string): boolean {
  const [verb = '', name] = by.split(' ');
  const made = verb === 'reset' ? 'set ' : 'prepare ';
  return name === 'all' ? key.startsWith(made) : key === `${made}${name}`;
}

/** Whether a statement of a transaction holds after its end. A prepared statement is not rolled back. */
const outlives = ({ isSetting, key }: Kept, effect: 'commit' | 'rollback'): boolean =>
  isSetting && (effect === 'commit' || key.startsWith('prepare '));
