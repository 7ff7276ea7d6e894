/** One file of an import: of an archive, or the import itself with an empty name. */
export interface UnpackedFile {
  /** Path in the archive, with `/`. */
  name: string;
  bytes: Uint8Array;
}

/** Maximum bytes of a file, and of all files of an archive, once decompressed. */
export const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** Maximum files of an archive, directories and skipped ones included. */
export const MAX_ARCHIVE_FILES = 20_000;

const MIB = 1024 * 1024;

/** Why an archive is refused. */
export const ARCHIVE_REFUSALS = {
  tooLarge: `the file decompresses to more than ${MAX_UNPACKED_BYTES / MIB} MiB; split it`,
  tooMany: `the archive contains more than ${MAX_ARCHIVE_FILES.toLocaleString('en-US')} files; split it`,
  broken: 'the archive is truncated or damaged',
} as const;
export type ArchiveRefusal = keyof typeof ARCHIVE_REFUSALS;
