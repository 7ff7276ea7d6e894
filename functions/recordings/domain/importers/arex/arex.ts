import * as v from 'valibot';
import { accept, refuse } from '../../../../platform/result.ts';
import { unpackedFiles } from '../archive/unpacked-files.ts';
import { MAX_EXCHANGES, TOO_MANY_EXCHANGES } from '../import-limits.ts';
import { type Importer, skip } from '../imported.ts';
import { jsonOfFile, textOfFile } from '../json-file.ts';
import { arexRecord } from './arex-record.ts';
import { Mocker } from './mocker.ts';

const NO_MOCKER = 'the file contains no AREX mocker: JSON objects with recordId and categoryType';
const NOT_A_MOCKER = 'the entry is not a mocker: recordId or categoryType is missing or invalid';

/** Maximum mockers of a file: a record has many. */
const MAX_MOCKERS = 10 * MAX_EXCHANGES;

/** Imports mockers of AREX, a JSON array or one per line, grouped by their record ids: a record is a case. */
export const importArex: Importer = (bytes) => {
  const files = unpackedFiles(bytes);
  if (!files.ok) return files;
  const records = new Map<string, Mocker[]>();
  let unread = 0;
  let count = 0;
  for (const file of files.value)
    for (const value of mockersOf(file.bytes)) {
      const mocker = v.safeParse(Mocker, value, { abortEarly: true });
      if (mocker.success) {
        const { recordId } = mocker.output;
        const record = records.get(recordId);
        if (record) record.push(mocker.output);
        else records.set(recordId, [mocker.output]);
      } else unread++;
      if (++count > MAX_MOCKERS || records.size + unread > MAX_EXCHANGES)
        return refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
    }
  if (records.size === 0) return refuse('UNREADABLE_IMPORT', NO_MOCKER);
  const found = [...records.values()];
  return accept({
    count: found.length + unread,
    entry: (position) => {
      const record = found[position];
      return record ? arexRecord(record) : skip(NOT_A_MOCKER);
    },
  });
};

const OPEN_BRACKET = /^\s*\[/;

/** The values of a JSON array, of one object, or of lines. */
function* mockersOf(bytes: Uint8Array): Generator<unknown> {
  const whole = jsonOfFile(bytes);
  if (Array.isArray(whole)) yield* whole;
  else if (whole !== undefined) yield whole;
  else {
    const text = textOfFile(bytes) ?? '';
    // A broken array is not a list of lines.
    if (OPEN_BRACKET.test(text)) return;
    for (const line of text.split('\n')) if (line.trim() !== '') yield jsonOfFile(Buffer.from(line));
  }
}
