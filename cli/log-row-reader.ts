import { CliFailure } from './cli-failure.ts';

/** The members of a response other than its rows. */
export interface LogShell {
  lookup?: unknown;
  warnings?: string[];
  responseStatusType?: { responseCode: number; responseDesc: string };
}

/**
 * Yields the rows of a log response (spec 2.8) as JSON texts while they arrive, so that memory use does not grow with
 * their number; returns the rest of the response. Rows are the objects in a list of the outermost object.
 */
export async function* logRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, LogShell> {
  const decoder = new TextDecoder();
  const open: string[] = [];
  let shell = '';
  let row = '';
  let inText = false;
  let isEscaped = false;
  for await (const chunk of whole(chunks)) {
    const text = decoder.decode(chunk, { stream: true });
    let begin = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? '';
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (character === '\\') isEscaped = true;
        else if (character === '"') inText = false;
      } else if (character === '"') inText = true;
      else if (character === '{' || character === '[') {
        if (character === '{' && open.length === 2 && open[1] === '[') {
          const between = text.slice(begin, at);
          if (between !== ',') shell += between;
          begin = at;
        }
        open.push(character);
      } else if (character === '}' || character === ']') {
        open.pop();
        if (character === '}' && open.length === 2 && open[1] === '[') {
          yield row + text.slice(begin, at + 1);
          row = '';
          begin = at + 1;
        }
      }
    }
    if (open.length > 2) row += text.slice(begin);
    else shell += text.slice(begin);
  }
  return shellOf(shell);
}

async function* whole(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (fault) {
    // The service closes the connection if rows are missing.
    if (fault instanceof TypeError) throw cutShort();
    throw fault;
  }
}

/** Removed rows leave only commas behind, where a chunk ended between them. */
function shellOf(shell: string): LogShell {
  try {
    return JSON.parse(shell.replace(/\[,+\]/, '[]'));
  } catch {
    throw cutShort();
  }
}

const cutShort = () => new CliFailure('CUT', 'the response ended early, so that rows may be missing', 'Look up again.');
