import { existsSync } from 'node:fs';
import { idlePatterns } from '../checks/idle-patterns.ts';
import { CliFailure } from '../cli-failure.ts';
import { addFilterOptions, hostValue, leftOutText } from '../import/filter-options.ts';
import { type ImportOptions, importFile } from '../import/import-file.ts';
import { FORMAT_NAMES, formatOf } from '../import/import-format.ts';
import { withOperand } from '../import/import-operands.ts';
import { addTo, emptyOutcome, type ImportOutcome } from '../import/import-outcome.ts';
import type { Output } from '../output.ts';
import type { Program } from '../program.ts';

const MAX_SHOWN = 20;

const EXAMPLES = `
Formats by file name: .har · .gor, .gor.gz (GoReplay) · .yaml (Keploy) · .postman_collection.json · .ndjson, .jsonl (cases as
recorders post them). Formats by content: other .json files, archives and directories of Keploy, WireMock and AREX. --format
names any other. Importing a file again changes nothing; --resume continues an interrupted import of a file where it ended.

Of a HAR, the host with the most requests is imported. Static files, analytics, preflights and streams are left out; --preview shows
what would be imported and stores nothing.

Examples:
  $ replay import session.har --app-id shop --preview
  $ replay import shop session.har
  $ replay import session.har --app-id shop --host shop.example --host 'api.*' --exclude '/health*'
  $ replay import traffic_*.gor.gz --app-id shop --pin --sample 0.1
  $ replay import traffic.gor --app-id shop --resume
  $ replay import keploy/test-set-0 --app-id shop
  $ replay import shop.postman_collection.json --app-id shop
  $ replay record --app-id shop --target http://127.0.0.1:3000 --out cases.ndjson && replay import cases.ndjson
  $ zcat cases.ndjson.gz | replay import -`;

/** `replay import`: imports recordings from files (interface 10). */
export function addImport({ program, open, exit }: Program): void {
  const command = program
    .command('import')
    .description('import recordings: files of other tools, or cases')
    .argument('[files...]', 'files, or directories of Keploy and WireMock; none or - reads stdin')
    .option('--app-id <id>', 'application of the recordings; cases name their own')
    .option('--format <format>', `${FORMAT_NAMES}, where neither name nor content tells`)
    .option('--preview', 'show what would be imported and left out, and store nothing')
    .option('--host <host>', 'a host to take, or * for every host; may be repeated', hostValue);
  addFilterOptions(command)
    .option('--pin', 'keep them beyond the retention, as for files kept in a repository')
    .option('--original-times', 'keep the times of the file; else all are shifted so that the newest is now')
    .option('--resume', 'continue after what an interrupted import of the same files has sent')
    .addHelpText('after', EXAMPLES);
  command.action(async (operands: string[], given: ImportOptions & { format?: string }) => {
    const [files, options] = withOperand(operands, given, existsSync);
    const session = await open(command);
    const { output } = session;
    const done = emptyOutcome();
    const rejected: { file: string; index: number; reason: string }[] = [];
    for (const file of files.length === 0 ? ['-'] : files) {
      const format = options.format ?? (await formatOf(file));
      checkOptions(file, format, options);
      const outcome = await importFile(session, file, format, options);
      if (isEmpty(outcome) && !options.resume)
        output.say(`${file === '-' ? 'stdin' : file} contains no ${format === 'cases' ? 'case' : 'exchange'}`);
      rejected.push(...outcome.rejected.map((one) => ({ file, ...one })));
      addTo(done, { ...outcome, rejected: [] }, 0);
    }
    const taken = done.accepted + done.duplicates + done.preview.count;
    for (const line of idlePatterns(options, done.leftOut, taken)) output.say(line);
    for (const { file, index, reason } of rejected.slice(0, MAX_SHOWN))
      output.say(`${file}, entry ${index}: ${reason}`);
    if (options.preview) showPreview(output, { ...done, rejected });
    else showOutcome(output, { ...done, rejected });
    if (taken === 0) exit(2);
  });
}

/** Whether a file contained nothing at all. */
const isEmpty = ({ accepted, duplicates, rejected, leftOut, preview }: ImportOutcome): boolean =>
  accepted + duplicates + rejected.length + leftOut.length + preview.count === 0;

function checkOptions(file: string, format: string, options: ImportOptions): void {
  if (format !== 'cases') {
    if (options.appId) return;
    throw new CliFailure('MISSING_APP_ID', `--app-id is required: ${file} names no application`, 'Add --app-id.');
  }
  if (options.pin || options.originalTimes) {
    throw new CliFailure(
      'NOT_FOR_CASES',
      '--pin and --original-times are not allowed for files of cases: cases keep their times and are pinned by id',
      'Remove them, and pin with replay cases pin.',
    );
  }
  const { preview, host, include, exclude, keep, sample } = options;
  if (preview || host || include || exclude || keep || sample !== undefined) {
    throw new CliFailure(
      'NOT_FOR_CASES',
      '--preview, --host, --include, --exclude, --keep and --sample are not allowed for files of cases: cases are stored as they are',
      'Remove them; replay record has these options.',
    );
  }
}

function showOutcome(output: Output, { accepted, duplicates, rejected, leftOut, rules }: ImportOutcome): void {
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  if (total > 0) output.say(`left out: ${leftOutText(leftOut)}`);
  if (accepted + duplicates === 0)
    output.say(total > 0 ? 'Nothing was imported; --preview shows what the file contains.' : 'Nothing was imported.');
  if (rules.stored > 0) output.say(`${rules.stored} ignore rules of the files are stored; replay rules lists them`);
  if (rules.offered.length > 0)
    output.say(`${rules.offered.length} ignore rules of the files were not stored: that needs the scope write`);
  output.result(
    {
      accepted,
      duplicates,
      rejected,
      leftOut: leftOut.map(({ rule, reason, count }) => ({ rule, reason, count })),
      ...(rules.stored + rules.offered.length > 0 && { rules }),
    },
    () =>
      `${accepted} accepted, ${duplicates} duplicates, ${rejected.length} rejected${total > 0 ? `, ${total} left out` : ''}`,
  );
}

function showPreview(output: Output, { preview, rejected, leftOut, hosts }: ImportOutcome): void {
  const lines = () => [
    `${preview.count} would be imported${samplesText(preview.samples)}`,
    ...leftOut.map(({ reason, count, samples }) => `left out, ${reason}: ${count}${samplesText(samples)}`),
    ...(rejected.length > 0 ? [`${rejected.length} rejected`] : []),
    'Hosts, with the requests that would be imported of each:',
    ...hosts.map(
      ({ host, exchanges, eligible, selected }) => `  ${selected ? '*' : ' '} ${host}: ${eligible} of ${exchanges}`,
    ),
    'Nothing was stored. --host chooses other hosts, --keep imports what a rule leaves out.',
  ];
  output.result({ preview, rejected, leftOut, hosts }, () => lines().join('\n'));
}

const samplesText = (samples: readonly string[]) => (samples.length === 0 ? '' : `, such as ${samples.join(', ')}`);
