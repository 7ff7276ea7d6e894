import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CliFailure } from '../cli-failure.ts';
import { goReplayParts } from './goreplay-parts.ts';
import { harParts } from './har-parts.ts';
import type { ImportFormat } from './import-format.ts';

/** One upload to the service. */
export interface ImportBatch {
  body: Uint8Array | string;
  /** The fraction of the file read so far, 0 to 1; null if its size is unknown. */
  read: number | null;
}

/** The service accepts 6 MiB per request; base64-encoded behind a gateway that is 4.4 MiB (interface 1). */
export const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file, or stdin for `-`, in batches that the service accepts. Cases are read line by line; other files are
 * read whole.
 */
export async function* importBatches(
  file: string,
  { format, stdin }: { format: ImportFormat; stdin: Readable },
): AsyncGenerator<ImportBatch> {
  const size = file === '-' ? null : await sizeOf(file);
  if (format === 'cases') {
    yield* caseBatches(file === '-' ? stdin : createReadStream(file), size);
    return;
  }
  const bytes = file === '-' ? await buffer(stdin) : await readFile(file);
  const parts =
    bytes.length <= MAX_BYTES
      ? [bytes]
      : format === 'har'
        ? harParts(bytes, MAX_BYTES)
        : format === 'goreplay'
          ? goReplayParts(bytes, MAX_BYTES)
          : [bytes];
  let sent = 0;
  for (const body of parts) {
    sent += body.length;
    yield { body, read: Math.min(1, sent / bytes.length) };
  }
}

async function sizeOf(file: string): Promise<number> {
  const facts = await stat(file).catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure('NOT_READ', `${file} was not read (${fault.code ?? 'fault'})`, 'Give a file that is there.');
  });
  return facts.size;
}

async function* caseBatches(input: Readable, size: number | null): AsyncGenerator<ImportBatch> {
  let read = 0;
  input.on('data', (chunk: Buffer) => {
    read += chunk.length;
  });
  const part = () => (size === null ? null : Math.min(1, read / size));
  let lines: string[] = [];
  let bytes = 0;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    const isList = number === 1 && line.trimStart().startsWith('[');
    const one = isList ? line : withCaseId(line, number);
    const length = Buffer.byteLength(one) + 1;
    if (bytes + length > MAX_BYTES && lines.length > 0) {
      yield { body: lines.join('\n'), read: part() };
      lines = [];
      bytes = 0;
    }
    lines.push(one);
    bytes += length;
  }
  if (lines.length > 0) yield { body: lines.join('\n'), read: part() };
}

/** A case without an id gets one derived from its line, so that importing or sending it again yields a duplicate. */
function withCaseId(line: string, number: number): string {
  if (!/^\s*\{\s*"/.test(line) || /"caseId"\s*:\s*"/.test(line)) return line;
  const id = createHash('sha256').update(`${number} ${line}`).digest('hex').slice(0, 32);
  return line.replace('{', `{"caseId":"line-${id}",`);
}
