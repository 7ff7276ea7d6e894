import { CliFailure } from '../cli-failure.ts';
import { type ImportBatch, importBatches } from '../import/import-batches.ts';
import { formatOf, type ImportFormat } from '../import/import-format.ts';
import { unfinishedImport } from '../import/unfinished-imports.ts';
import type { Program } from '../program.ts';
import { openProgress } from '../progress.ts';
import { sendCases } from '../send-cases.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { PAYLOAD_TOO_LARGE, responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

interface ImportOptions {
  appId?: string;
  format?: string;
  pin?: boolean;
  originalTimes?: boolean;
  resume?: boolean;
}

const RETRY_MS = 60_000;
const MAX_SHOWN = 20;

const EXAMPLES = `
Formats, by file name: .har · .gor, .gor.gz (GoReplay) · .ndjson, .jsonl (cases as recorders post them). Others by --format.
Importing a file again gives duplicates and changes nothing; --resume continues an interrupted import of a file where it ended.

Examples:
  $ replay import session.har --app-id shop
  $ replay import traffic_*.gor.gz --app-id shop --pin
  $ replay import traffic.gor --app-id shop --resume
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson && replay import cases.ndjson
  $ zcat cases.ndjson.gz | replay import -`;

/** `replay import`: imports recordings from files (interface 10). */
export function addImport({ program, open, exit }: Program): void {
  const command = program
    .command('import')
    .description('import recordings: files of other tools, or cases')
    .argument('[files...]', 'files; none or - reads stdin')
    .option('--app-id <id>', 'application of the recordings; cases name their own')
    .option('--format <format>', 'har, goreplay or cases, where the name does not tell')
    .option('--pin', 'keep them beyond the retention, as for files kept in a repository')
    .option('--original-times', 'keep the times of the file; else all are shifted so that the newest is now')
    .option('--resume', 'continue after what an interrupted import of the same files has sent')
    .addHelpText('after', EXAMPLES);
  command.action(async (files: string[], options: ImportOptions) => {
    const session = await open(command);
    const done = { accepted: 0, duplicates: 0, rejected: [] as { file: string; index: number; reason: string }[] };
    for (const file of files.length === 0 ? ['-'] : files) {
      const format = options.format ?? formatOf(file);
      if (format !== 'cases' && !options.appId) {
        throw new CliFailure('MISSING_APP_ID', `${file} does not say of which application it is`, 'Add --app-id.');
      }
      if (format === 'cases' && (options.pin || options.originalTimes)) {
        throw new CliFailure(
          'NOT_FOR_CASES',
          'cases keep their times and are pinned by id',
          'Leave out --pin and --original-times; use replay cases pin.',
        );
      }
      const taken = await importFile(session, file, format, options);
      done.accepted += taken.accepted;
      done.duplicates += taken.duplicates;
      done.rejected.push(...taken.rejected.map((one) => ({ file, ...one })));
    }
    for (const { file, index, reason } of done.rejected.slice(0, MAX_SHOWN))
      session.output.say(`${file}, entry ${index}: ${reason}`);
    session.output.result(
      done,
      () => `${done.accepted} accepted, ${done.duplicates} duplicates, ${done.rejected.length} rejected`,
    );
    if (done.accepted + done.duplicates === 0) exit(2);
  });
}

interface Taken {
  accepted: number;
  duplicates: number;
  rejected: { index: number; reason: string }[];
}

async function importFile(session: Session, file: string, format: ImportFormat, options: ImportOptions) {
  const { output, host, address } = session;
  const taken: Taken = { accepted: 0, duplicates: 0, rejected: [] };
  const purpose = [address.url, session.tenantId, format, options.appId, options.pin, options.originalTimes];
  const unfinished = await unfinishedImport(file, purpose, host);
  const { batches: skip, shiftMs: knownShift } = options.resume
    ? await unfinished.find()
    : { batches: 0, shiftMs: null };
  const name = file === '-' ? 'stdin' : file;
  if (skip > 0) output.say(`${name}: continuing after ${skip} parts that were sent before`);
  const progress = openProgress(output.stderr);
  let batches = skip;
  let shiftMs = knownShift;
  try {
    progress.show(0, `${name}: being read`);
    for await (const batch of importBatches(file, { format, stdin: host.stdin, skip })) {
      if (batch.kind === 'part' && !options.originalTimes && batch.newest !== null)
        shiftMs ??= (await serviceTime(session)) - batch.newest;
      addTo(taken, await sent(session, batch, format, { ...options, shiftMs }), batch.first);
      await unfinished.keep({ batches: ++batches, shiftMs });
      progress.show(batch.read ?? 0, `${name}: ${taken.accepted + taken.duplicates} taken`);
    }
    await unfinished.forget();
    return taken;
  } catch (fault) {
    if (batches > 0 && file !== '-') output.say(`${name}: ${batches} parts were sent; add --resume to continue`);
    throw fault;
  } finally {
    progress.end();
  }
}

function addTo(taken: Taken, answer: Taken, first: number): void {
  taken.accepted += answer.accepted;
  taken.duplicates += answer.duplicates;
  for (const { index, reason } of answer.rejected) taken.rejected.push({ index: first + index, reason });
}

/** Sends a batch, again and again while the service is away. An exchange that is too large even alone is rejected. */
async function sent(
  session: Session,
  batch: ImportBatch,
  format: ImportFormat,
  options: ImportOptions & { shiftMs: number | null },
): Promise<Taken> {
  const rejected = (reasons: readonly string[]) => ({
    accepted: 0,
    duplicates: 0,
    rejected: reasons.map((reason, index) => ({ index, reason })),
  });
  if (batch.kind === 'rejected') return rejected(batch.reasons);
  return patiently(session, () =>
    batch.kind === 'cases' ? sendCases(session.client, batch.body) : sendPart(session, batch, format, options),
  ).catch((fault: unknown) => {
    if (
      !(fault instanceof CliFailure && fault.code === PAYLOAD_TOO_LARGE && batch.kind === 'part' && batch.count === 1)
    )
      throw fault;
    return rejected(['the exchange is larger than the service accepts in a request']);
  });
}

const patiently = <T>({ output }: Session, work: () => Promise<T>): Promise<T> =>
  withRetry(work, {
    when: PASSING_FAULTS,
    forMs: RETRY_MS,
    signal: new AbortController().signal,
    onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
  });

/** The service's time by the header of an answer, in epoch ms: the clock here may be another. */
async function serviceTime(session: Session): Promise<number> {
  const response = await patiently(session, () => session.stream('/healthz'));
  await response.body?.cancel();
  const time = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(time) ? session.host.now() : time;
}

const sendPart = (
  { client }: Session,
  { body, first }: { body: Uint8Array; first: number },
  format: ImportFormat,
  { appId = '', pin, originalTimes, shiftMs }: ImportOptions & { shiftMs: number | null },
) =>
  responseData(
    client.POST('/api/recorder/imports', {
      params: {
        query: {
          appId,
          format: format as 'har', // importBatches refuses other formats
          first: String(first),
          ...(shiftMs !== null && { shiftMs: String(shiftMs) }),
          ...(pin && { pin: 'true' }),
          ...(originalTimes && { recordedAt: 'original' }),
        },
      },
      // The body is the file's bytes, but the document's types declare text.
      body: body as never,
      bodySerializer: (bytes: unknown) => bytes as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
