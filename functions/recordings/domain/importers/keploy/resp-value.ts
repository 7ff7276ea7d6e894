import { shownBytes } from './shown-spec.ts';

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 100_000;

/** One RESP value as JSON; `error` is the text of an error reply. */
export interface RespValue {
  value: unknown;
  error: string | null;
}

/** Parses the first value of a text in RESP2 or RESP3; null if it is not one, or cut. */
export function parseResp(text: string): RespValue | null {
  const bytes = Buffer.from(text);
  let at = 0;
  let elements = 0;

  function line(): string | null {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const found = bytes.toString('utf8', at, end);
    at = end + 2;
    return found;
  }

  function value(depth: number): RespValue | null {
    if (depth > MAX_DEPTH || ++elements > MAX_ELEMENTS) return null;
    const head = line();
    if (head === null || head === '') return null;
    const rest = head.slice(1);
    switch (head[0]) {
      case '+':
      case '(':
        return plain(rest);
      case '-':
        return { value: null, error: rest };
      case ':':
      case ',':
        return plain(Number.isFinite(Number(rest)) ? Number(rest) : rest);
      case '#':
        return plain(rest === 't');
      case '_':
        return plain(null);
      case '$':
      case '=':
      case '!':
        return bulk(head[0], Number(rest));
      case '*':
      case '~':
      case '>':
        return list(Number(rest), depth);
      case '%':
        return list(Number(rest) * 2, depth);
      default:
        return null;
    }
  }

  function bulk(type: string, length: number): RespValue | null {
    if (length === -1) return plain(null);
    if (!Number.isInteger(length) || length < 0 || at + length + 2 > bytes.length) return null;
    const content = bytes.subarray(at, at + length);
    at += length + 2;
    if (type === '!') return { value: null, error: content.toString('utf8') };
    return plain(shownBytes(type === '=' ? content.subarray(4) : content));
  }

  function list(length: number, depth: number): RespValue | null {
    if (length === -1) return plain(null);
    if (!Number.isInteger(length) || length < 0 || length > MAX_ELEMENTS) return null;
    const values: unknown[] = [];
    for (let index = 0; index < length; index++) {
      const one = value(depth + 1);
      if (one === null) return null;
      values.push(one.error === null ? one.value : { error: one.error });
    }
    return plain(values);
  }

  return value(0);
}

const plain = (value: unknown): RespValue => ({ value, error: null });
