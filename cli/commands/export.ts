import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import { checkApplication } from '../checks/known-application.ts';
import { CliFailure } from '../cli-failure.ts';
import { type CallFiles, callFiles } from '../export/call-files.ts';
import type { ExportFormat } from '../export/export-writer.ts';
import {
  type Exported,
  type ExportedCalls,
  type ExportFilter,
  exportedText,
  listedCases,
} from '../export/exported-cases.ts';
import { harExport } from '../export/har-export.ts';
import { k6Export } from '../export/k6/k6-export.ts';
import { openApiExport } from '../export/openapi/openapi-export.ts';
import { postmanExport } from '../export/postman-export.ts';
import { wireMockExport } from '../export/wiremock-export.ts';
import { pairValue, timeValue } from '../option-values.ts';
import type { Program } from '../program.ts';

const FORMATS: Readonly<Record<string, ExportFormat>> = {
  har: harExport,
  k6: k6Export,
  openapi: openApiExport,
  postman: postmanExport,
  wiremock: wireMockExport,
};
const MAX_SHOWN = 20;
const ONE_FILE = 'stdout holds one file, and calls have files of their own';

const EXAMPLES = `
Credentials are sealed in the service and exported as the word sealed; a credential without the scope write gets *** instead.
A script for k6 reads them from variables; a document of OpenAPI has types and no values.

Examples:
  $ replay export --app-id shop --format har --out shop.har
  $ replay export --app-id shop --format postman --operation /orders/{id} --out shop.postman_collection.json
  $ replay export --app-id shop --format wiremock --from 2026-11-20T00:00:00Z --out mappings.json
  $ replay export --app-id shop --format k6 --out shop.k6.js
  $ replay export --app-id shop --format openapi --out shop.openapi.json`;

interface ExportOptions extends ExportFilter {
  appId: string;
  format: string;
  out: string;
}

/** `replay export`: writes recordings as a file of another tool. */
export function addExport({ program, open, exit }: Program): void {
  const command = program
    .command('export')
    .description('export recordings to HAR, Postman, WireMock, k6 or OpenAPI')
    .requiredOption('--app, --app-id <id>', 'application of the recordings')
    .addOption(new Option('--format <format>', 'what to write').choices(Object.keys(FORMATS)).makeOptionMandatory())
    .requiredOption('--out <file>', 'file to write; - is stdout')
    .option('--operation <path>', 'only of this endpoint')
    .option('--from <time>', 'recorded at this time or later', timeValue)
    .option('--to <time>', 'recorded before this time', timeValue)
    .option('--tag <name=value>', 'only with this tag; may be repeated', pairValue)
    .addHelpText('after', EXAMPLES);
  command.action(async ({ appId, format, out, ...filter }: ExportOptions) => {
    const session = await open(command);
    const { output, host } = session;
    const writer = FORMATS[format]?.({ appId, version: program.version() ?? '' });
    if (writer === undefined) throw new Error('the option has choices');
    const folder = writer.callsOf && out !== '-' ? `${out.replace(/\.json$/i, '')}.calls` : null;
    if (folder !== null && existsSync(folder))
      throw new CliFailure('FOLDER_EXISTS', `${folder} exists already`, 'Remove it, or choose another --out.');
    const files = folder === null ? null : callFiles(folder);
    const listed = await listedCases(session, appId, filter);
    if (listed.length === 0) await checkApplication(session, appId);
    const cases = writer.order(listed);
    const done: Exported = { exported: 0, skipped: [] };
    const text = exportedText(session, cases, writer, done, async (target, stub) => {
      await files?.add(target, stub);
      return files === null ? ONE_FILE : null;
    });
    if (out === '-') await pipeline(text, host.stdout, { end: false });
    else await writeWhole(out, text, files);
    if (done.calls && files && folder !== null) {
      done.calls.targets = await files.finish();
      if (done.calls.targets.length > 0) done.calls.folder = folder;
    }
    for (const { caseId, reason } of done.skipped.slice(0, MAX_SHOWN)) output.say(`${caseId} is left out: ${reason}`);
    if (done.skipped.length > MAX_SHOWN) output.say(`and ${done.skipped.length - MAX_SHOWN} more`);
    if (done.calls) output.say(callsText(done.calls));
    if (out === '-') output.say(`${done.exported} exported, ${done.skipped.length} left out`);
    else output.result(done, () => `${done.exported} exported to ${out}, ${done.skipped.length} left out`);
    if (done.exported === 0) exit(2);
  });
}

/** What became of downstream calls, in words. */
function callsText({ exported, folder, targets, skipped }: ExportedCalls): string {
  const where = folder === null ? '' : ` to ${folder} (${targets.join(', ')})`;
  const without = skipped.map(({ reason, count }) => `; ${count} left out: ${reason}`).join('');
  return `${exported} downstream calls exported${where}${without}`;
}

/** The file appears once it is whole; it may hold personal data, so that only its owner reads it. */
async function writeWhole(file: string, text: AsyncIterable<string>, calls: CallFiles | null): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  try {
    await pipeline(text, createWriteStream(partial, { mode: 0o600, flags: 'wx' }));
    await rename(partial, file);
  } catch (fault) {
    await rm(partial, { force: true });
    await calls?.discard();
    if (fault instanceof Error && 'syscall' in fault && 'path' in fault)
      throw new CliFailure(
        'NOT_WRITTEN',
        `${file} was not written (${'code' in fault ? fault.code : 'fault'})`,
        'Choose a --out in a folder that exists and that you may write to.',
      );
    throw fault;
  }
}
