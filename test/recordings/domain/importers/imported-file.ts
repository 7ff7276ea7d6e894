import { importCases } from '../../../../functions/recordings/domain/importers/import-cases.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** What an import of a whole file gives, by position: the input of a case, or the reason why there is none. */
export function imported(format: string, file: string | object | Uint8Array, change: object = {}) {
  const bytes =
    file instanceof Uint8Array
      ? file
      : new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file));
  const read = importCases(bytes, { format, appId: 'shop', now: NOW, recordedAt: 'original', ...change });
  if (!read.ok) return { refused: read.message, entries: [], rules: [], leftOut: [] };
  const { cases, rules, leftOut } = read.value;
  return { refused: null, entries: cases.map((one) => ('input' in one ? one.input : one.reason)), rules, leftOut };
}
