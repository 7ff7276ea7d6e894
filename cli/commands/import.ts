import { CliFailure } from '../cli-failure.ts';
import { importBatches } from '../import/import-batches.ts';
import { formatOf, type ImportFormat } from '../import/import-format.ts';
import type { Program } from '../program.ts';
import { openProgress } from '../progress.ts';
import { sendCases } from '../send-cases.ts';
import { PASSING_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

interface ImportOptions {
  appId?: string;
  format?: string;
  pin?: boolean;
  originalTimes?: boolean;
}

const RETRY_MS = 60_000;
const MAX_SHOWN = 20;

const EXAMPLES = `
Formats, by file name: .har · .gor, .gor.gz (GoReplay) · .ndjson, .jsonl (cases as recorders post them). Others by --format.
Importing a file again gives duplicates and changes nothing.

Examples:
  $ replay import session.har --app-id shop
  $ replay import traffic_*.gor.gz --app-id shop --pin
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

async function importFile(session: Session, file: string, format: ImportFormat, options: ImportOptions) {
  const { client, output, host } = session;
  const taken = { accepted: 0, duplicates: 0, rejected: [] as { index: number; reason: string }[] };
  const progress = openProgress(output.stderr);
  try {
    for await (const { body, read } of importBatches(file, { format, stdin: host.stdin })) {
      const before = taken.accepted + taken.duplicates + taken.rejected.length;
      const answer = await withRetry(
        () => (typeof body === 'string' ? sendCases(client, body) : sendFile(session, body, format, options)),
        {
          when: PASSING_FAULTS,
          forMs: RETRY_MS,
          signal: new AbortController().signal,
          onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
        },
      );
      taken.accepted += answer.accepted;
      taken.duplicates += answer.duplicates;
      taken.rejected.push(...answer.rejected.map(({ index, reason }) => ({ index: before + index, reason })));
      progress.show(read ?? 0, `${file === '-' ? 'stdin' : file}: ${taken.accepted + taken.duplicates} taken`);
    }
    return taken;
  } finally {
    progress.end();
  }
}

const sendFile = (
  { client }: Session,
  body: Uint8Array,
  format: ImportFormat,
  { appId = '', pin, originalTimes }: ImportOptions,
) =>
  responseData(
    client.POST('/api/recorder/imports', {
      params: {
        query: {
          appId,
          format: format as 'har', // the service validates the format
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
