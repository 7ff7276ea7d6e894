import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type FilterOptions, TAKE_EVERYTHING } from '../../functions/recordings/domain/filter/exchange-filter.ts';
import type { SessionPlan } from '../../functions/recordings/domain/importers/har-sessions.ts';
import { type ImportFormat, isImportFormat } from '../../functions/recordings/domain/importers/import-format.ts';
import { CliFailure } from '../cli-failure.ts';
import type { FilePlan } from './file-plan.ts';
import { goReplayPlan } from './goreplay-plan.ts';
import { harPlan } from './har-plan.ts';
import { FORMAT_NAMES } from './import-format.ts';
import { openPlain } from './plain-file.ts';
import { MAX_REQUEST_BYTES, PART_BYTES, PART_EXCHANGES, uploadOf } from './upload-file.ts';

/** One upload to the service, or entries of the file that are not sent. */
export type ImportBatch = {
  /** The fraction of the file read so far, 0 to 1; null if its size is unknown. */
  read: number | null;
  /** Position of its first entry in the file. */
  first: number;
} & (
  | { kind: 'cases'; body: string }
  /** A whole file of a format that is not split. */
  | { kind: 'file'; body: Buffer }
  | {
      kind: 'part';
      body: Buffer;
      count: number;
      newest: number | null;
      hosts: readonly string[];
      sessions: SessionPlan | null;
    }
  | { kind: 'rejected'; reasons: readonly string[] }
);

type PlanOf = (handle: FileHandle, filter: FilterOptions) => Promise<FilePlan>;

/** Makes a plan of a file of another tool. `whole`: its entries belong together, so the file goes at once. */
const PLANS: Readonly<Record<ImportFormat, PlanOf | 'whole'>> = {
  har: harPlan,
  goreplay: goReplayPlan,
  keploy: 'whole',
  postman: 'whole',
  wiremock: 'whole',
  arex: 'whole',
};

/**
 * Reads a file, or stdin for `-`, in batches that the service accepts, and holds one of them at a time: the body of a
 * part is overwritten by the next one. The same file gives the same batches; `skip` leaves out the first ones. The
 * filter decides which host of a file is taken by default; the service applies it.
 */
export async function* importBatches(
  file: string,
  {
    format,
    stdin,
    skip = 0,
    filter = TAKE_EVERYTHING,
  }: { format: string; stdin: Readable; skip?: number; filter?: FilterOptions },
): AsyncGenerator<ImportBatch> {
  if (format === 'cases') return yield* batchesOfCases(file, stdin, skip);
  if (!isImportFormat(format))
    throw new CliFailure('UNKNOWN_FORMAT', `there is no format ${format}`, `Give --format ${FORMAT_NAMES}.`);
  const planOf = PLANS[format];
  if (planOf === 'whole') {
    if (skip === 0) yield { kind: 'file', body: await uploadOf(file, stdin), first: 0, read: 1 };
    return;
  }
  const handle = await openPlain(file, stdin);
  try {
    yield* planBatches(await planOf(handle, filter), skip);
  } finally {
    await handle.close();
  }
}

async function* batchesOfCases(file: string, stdin: Readable, skip: number): AsyncGenerator<ImportBatch> {
  const size = file === '-' ? null : await sizeOf(file);
  let number = 0;
  for await (const batch of caseBatches(file === '-' ? stdin : createReadStream(file), size))
    if (number++ >= skip) yield batch;
}

const TOO_LARGE = 'the exchange is larger than 6 MiB, the limit of a request';

async function* planBatches(plan: FilePlan, skip: number): AsyncGenerator<ImportBatch> {
  let number = 0;
  for (let from = 0, to = 0; from < plan.count; from = to) {
    to = partEnd(plan, from);
    if (number++ < skip) continue;
    const read = to / plan.count;
    if (plan.bytesOf(from) > MAX_REQUEST_BYTES) yield { kind: 'rejected', reasons: [TOO_LARGE], first: from, read };
    else
      yield {
        kind: 'part',
        body: await plan.read(from, to),
        first: from,
        count: to - from,
        newest: plan.newest,
        hosts: plan.hosts,
        sessions: plan.sessions,
        read,
      };
  }
  if (plan.skipped.length > 0 && number >= skip)
    yield { kind: 'rejected', reasons: plan.skipped, first: plan.count, read: 1 };
}

/** The position after the last exchange of the part that begins at a position. */
function partEnd({ count, bytesOf }: FilePlan, from: number): number {
  let bytes = bytesOf(from);
  let to = from + 1;
  while (to < Math.min(count, from + PART_EXCHANGES) && bytes + bytesOf(to) <= PART_BYTES) bytes += bytesOf(to++);
  return to;
}

async function sizeOf(file: string): Promise<number> {
  const facts = await stat(file).catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure('NOT_READ', `${file} was not read (${fault.code ?? 'fault'})`, 'Choose an existing file.');
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
  let first = 0;
  let number = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (line.trim() === '') continue;
    const isList = number === 1 && line.trimStart().startsWith('[');
    const one = isList ? line : withCaseId(line, number);
    const length = Buffer.byteLength(one) + 1;
    if (bytes + length > PART_BYTES && lines.length > 0) {
      yield { kind: 'cases', body: lines.join('\n'), first, read: part() };
      first += lines.length;
      lines = [];
      bytes = 0;
    }
    lines.push(one);
    bytes += length;
  }
  if (lines.length > 0) yield { kind: 'cases', body: lines.join('\n'), first, read: part() };
}

/** A case without an id gets one derived from its line, so that importing or sending it again yields a duplicate. */
function withCaseId(line: string, number: number): string {
  if (!/^\s*\{\s*"/.test(line) || /"caseId"\s*:\s*"/.test(line)) return line;
  const id = createHash('sha256').update(`${number} ${line}`).digest('hex').slice(0, 32);
  return line.replace('{', `{"caseId":"line-${id}",`);
}
