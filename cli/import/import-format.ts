import { open } from 'node:fs/promises';
import { unpackedFiles } from '../../functions/recordings/domain/importers/archive/unpacked-files.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../functions/recordings/domain/importers/import-format.ts';
import { CliFailure } from '../cli-failure.ts';
import { readPath } from './upload-file.ts';

/** `cases` is the format that recorders post, one case per line or a JSON list. */
type FileFormat = ImportFormat | 'cases';

/** The formats of `replay import` as messages name them. */
export const FORMAT_NAMES = `${IMPORT_FORMATS.join(', ')} or cases`;

const BY_NAME: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.har$/i, 'har'],
  [/\.(ndjson|jsonl)$/i, 'cases'],
  [/\.gor(\.gz)?$/i, 'goreplay'],
  [/_\d+\.gz$/i, 'goreplay'],
  [/\.ya?ml$/i, 'keploy'],
  [/\.postman_collection\.json$/i, 'postman'],
];

/** Files in archives and directories, by the layout of each tool. */
const BY_ENTRY: readonly (readonly [RegExp, FileFormat])[] = [
  [/(?:^|\/)(?:mappings|__files)\//, 'wiremock'],
  [/(?:^|\/)(?:mocks|tests?\/[^/]+|test-\d+)\.ya?ml$/i, 'keploy'],
  [/\.postman_collection\.json$/i, 'postman'],
];

/** Members near the beginning of a JSON file. */
const BY_CONTENT: readonly (readonly [RegExp, FileFormat])[] = [
  [/schema\.getpostman\.com\/|"_postman_id"/, 'postman'],
  [/"log"\s*:\s*\{/, 'har'],
  [/"categoryType"\s*:|"recordId"\s*:/, 'arex'],
  [
    /"mappings"\s*:|"(?:urlPath|urlPattern|urlPathPattern|urlPathTemplate)"\s*:|"request"\s*:\s*\{[^}]*"url"/,
    'wiremock',
  ],
];
const SNIFFED_BYTES = 64 * 1024;

/** Infers the format from a file's name, else from what it holds; stdin contains cases. */
export async function formatOf(file: string): Promise<FileFormat> {
  if (file === '-') return 'cases';
  const format = chosen(BY_NAME, file) ?? (await formatInside(file));
  if (format === undefined) {
    throw new CliFailure(
      'UNKNOWN_FORMAT',
      `neither the name nor the content of ${file} shows its format`,
      `Add --format ${FORMAT_NAMES} (cases as recorders post them, one per line).`,
    );
  }
  return format;
}

const chosen = (table: readonly (readonly [RegExp, FileFormat])[], text: string) =>
  table.find(([form]) => form.test(text))?.[1];

async function formatInside(file: string): Promise<FileFormat | undefined> {
  const handle = await open(file).catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure('NOT_READ', `${file} was not read (${fault.code ?? 'fault'})`, 'Choose an existing file.');
  });
  try {
    const isDirectory = (await handle.stat()).isDirectory();
    if (!isDirectory && !/\.(?:zip|tar|tar\.gz|tgz)$/i.test(file)) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
      return chosen(BY_CONTENT, buffer.toString('utf8', 0, bytesRead));
    }
  } finally {
    await handle.close();
  }
  const files = unpackedFiles(await readPath(file));
  if (!files.ok) throw new CliFailure(files.code, files.message);
  return BY_ENTRY.find(([form]) => files.value.some(({ name }) => form.test(name)))?.[1];
}
