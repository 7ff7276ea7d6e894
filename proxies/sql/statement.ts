import { sqlText } from '../../functions/recordings/domain/calls/sql-text.ts';
import type { CallClues } from '../downstream.ts';

/** A statement as it is recorded. */
export interface Statement {
  /** Without the comment of sqlcommenter, which differs from request to request. */
  sql: string;
  /** Normalised, as `sqlText` does. */
  operation: string;
  clues: CallClues;
}

const MAX_CACHED = 1_000;
const MAX_CACHED_LENGTH = 4_096;

/** Reads statements; keeps the normalised texts of those it saw lately. */
export function statementReader(): (text: string) => Statement {
  const operations = new Map<string, string>();
  const operationOf = (sql: string): string => {
    const known = operations.get(sql);
    if (known !== undefined) return known;
    const { text } = sqlText(sql);
    if (operations.size >= MAX_CACHED) operations.clear();
    if (sql.length <= MAX_CACHED_LENGTH) operations.set(sql, text);
    return text;
  };
  return (text) => {
    const { sql, clues } = withoutComment(text);
    return { sql, operation: operationOf(sql), clues };
  };
}

const NO_CLUES: CallClues = {};
/** sqlcommenter: `key='value',…`, url-encoded. */
const PAIRS = /^\s*[\w%.-]+='[^']*'(?:\s*,\s*[\w%.-]+='[^']*')*\s*$/;
const PAIR = /([\w%.-]+)='([^']*)'/g;

/** Takes the comment of sqlcommenter from the end or the start of a statement. */
function withoutComment(text: string): { sql: string; clues: CallClues } {
  const body = text.trim();
  const end = body.endsWith(';') ? body.slice(0, -1).trimEnd() : body;
  if (end.endsWith('*/')) {
    const from = end.lastIndexOf('/*');
    const clues = from === -1 ? null : cluesOf(end.slice(from + 2, -2));
    if (clues !== null) return { sql: end.slice(0, from).trimEnd(), clues };
  }
  if (body.startsWith('/*')) {
    const to = body.indexOf('*/');
    const clues = to === -1 ? null : cluesOf(body.slice(2, to));
    if (clues !== null) return { sql: body.slice(to + 2).trimStart(), clues };
  }
  return { sql: body, clues: NO_CLUES };
}

function cluesOf(comment: string): CallClues | null {
  if (!PAIRS.test(comment)) return null;
  const pairs = new Map([...comment.matchAll(PAIR)].map(([, name = '', value = '']) => [name, decoded(value)]));
  return {
    replayId: pairs.get('replay_id'),
    traceparent: pairs.get('traceparent'),
    baggage: pairs.get('baggage'),
    tracestate: pairs.get('tracestate'),
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value; // Not url-encoded after all.
  }
}

/** The statements of a normalised text, which may be several of one simple query. */
export const statementsIn = (operation: string): string[] =>
  operation
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
