import type { ImportedEntry, Importer } from '../../../../functions/recordings/domain/importers/imported.ts';

/** All entries of a file, or the refusal; an entry that shows that the file is broken is null. */
export function importedEntries(importer: Importer, bytes: Uint8Array) {
  const file = importer(bytes);
  if (!file.ok) return file;
  const { count, entry } = file.value;
  return { ok: true as const, value: Array.from({ length: count }, (_, position) => entry(position)) };
}

/** The same, where the file is expected to be whole. */
export function entriesOf(importer: Importer, bytes: Uint8Array): ImportedEntry[] {
  const read = importedEntries(importer, bytes);
  if (!read.ok) throw new Error(read.message);
  return read.value.map((one) => {
    if (one === null) throw new Error('an entry is not readable');
    return one;
  });
}
