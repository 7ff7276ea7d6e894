import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';

const MAX_FILES = 200;
const MAX_PATH_LENGTH = 512;

/** A relative path of plain segments separated by `/`. It cannot lead out of the folder it is unpacked into. */
const FilePath = v.pipe(
  v.string(),
  v.maxLength(MAX_PATH_LENGTH),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a path early, and others hide what it says
  v.regex(/^[^\\:\u0000-\u001f\u007f]+$/u),
  v.check((path) => path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')),
);

/**
 * Files of a framework definition (evaluation 3.5): no other members, unique paths, and no path that is the folder of
 * another.
 */
export const DefinitionFiles = v.pipe(
  v.array(v.object({ path: FilePath, digest: Digest, size_bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })),
  v.maxLength(MAX_FILES),
  v.check((files) => isTree(files.map(({ path }) => path))),
);

function isTree(paths: readonly string[]): boolean {
  const distinct = new Set(paths);
  return (
    distinct.size === paths.length && paths.every((path) => foldersOf(path).every((folder) => !distinct.has(folder)))
  );
}

const foldersOf = (path: string) =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, at, segments) => segments.slice(0, at + 1).join('/'));
