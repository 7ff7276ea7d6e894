import { CliFailure } from './cli-failure.ts';

/** What an answer holds beside its rows. */
export interface LogShell {
  lookup?: unknown;
  warnings?: string[];
  responseStatusType?: { responseCode: number; responseDesc: string };
}

/**
 * The rows of a log answer (spec 2.8) one after the other, as JSON texts, while they arrive, so that no number of rows fills the memory;
 * returns what is around them. Rows are the objects that stand in a list of the outermost object.
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
    // The service cuts the connection where rows are missing.
    if (fault instanceof TypeError) throw cutShort();
    throw fault;
  }
}

/** Of rows nothing is left but commas, where a chunk ended there. */
function shellOf(shell: string): LogShell {
  try {
    return JSON.parse(shell.replace(/\[,+\]/, '[]'));
  } catch {
    throw cutShort();
  }
}

const cutShort = () =>
  new CliFailure('CUT', 'the answer ended before its end, so that rows may be missing', 'Look up again.');
