import * as v from 'valibot';
import { isObject } from '../../../../platform/json/is-object.ts';
import { accept, refuse } from '../../../../platform/result.ts';
import { sha256Hex } from '../../../../platform/values/sha256.ts';
import type { UnpackedFile } from '../archive/archive-limits.ts';
import { unpackedFiles } from '../archive/unpacked-files.ts';
import { MAX_EXCHANGES, TOO_MANY_EXCHANGES } from '../import-limits.ts';
import { type ImportedEntry, type Importer, skip } from '../imported.ts';
import { jsonOfFile } from '../json-file.ts';
import { stubEntry } from './stub-entry.ts';
import { StubMapping } from './stub-mapping.ts';

const NO_MAPPING = 'the file contains no WireMock stub mapping: a JSON object with request and response';
const NOT_A_STUB = 'the mapping has no readable request and response';
const OUTRANKED = 'WireMock answers the same request by another stub of the file';

/** Priority of a stub that states none; 1 is the highest. */
const DEFAULT_PRIORITY = 5;

/**
 * Imports stub mappings of WireMock: one, `{mappings: []}`, a list, or a zip or tar.gz with `mappings/` and `__files/`.
 * A stub of an exact url becomes a case; a stub that matches by patterns describes no single request and is rejected.
 */
export const importWireMock: Importer = (bytes) => {
  const files = unpackedFiles(bytes);
  if (!files.ok) return files;
  const bodies = new Map(files.value.map((file) => [underFiles(file), file.bytes]));
  const mappings: unknown[] = [];
  for (const file of files.value) {
    if (file.name !== '' && !(/\.json$/i.test(file.name) && underFiles(file) === '')) continue;
    const value = jsonOfFile(file.bytes);
    if (value === undefined && file.name === '') return refuse('UNREADABLE_IMPORT', NO_MAPPING);
    for (const mapping of mappingsOf(value)) mappings.push(mapping);
    if (mappings.length > MAX_EXCHANGES) return refuse('UNREADABLE_IMPORT', TOO_MANY_EXCHANGES);
  }
  const stubs = mappings.map((mapping) => v.safeParse(StubMapping, mapping, { abortEarly: true }));
  if (!stubs.some(({ success }) => success)) return refuse('UNREADABLE_IMPORT', NO_MAPPING);
  const read = stubs.map((stub) => {
    const entry = stub.success ? stubEntry(stub.output, bodies) : skip(NOT_A_STUB);
    const priority = stub.success ? (stub.output.priority ?? DEFAULT_PRIORITY) : 0;
    return { entry, priority, scenario: stub.success ? stub.output.scenarioName : null };
  });
  const entries = inForce(read);
  return accept({ count: entries.length, entry: (position) => entries[position] ?? null });
};

interface ParsedStub {
  entry: ImportedEntry;
  priority: number;
  scenario: string | null;
}

/** Of several stubs of one request, the one that WireMock would answer with: the highest priority, the last added. */
function inForce(stubs: readonly ParsedStub[]): ImportedEntry[] {
  const best = new Map<string, number>();
  for (const [index, stub] of stubs.entries()) {
    const key = keyOf(stub);
    const other = stubs[best.get(key) ?? -1];
    if (stub.entry.ok && (other === undefined || stub.priority <= other.priority)) best.set(key, index);
  }
  return stubs.map((stub, index) => {
    const { entry, scenario } = stub;
    if (!entry.ok) return entry;
    if (best.get(keyOf(stub)) !== index) return skip(OUTRANKED);
    // The states of a scenario answer one request after the other.
    return scenario === null ? entry : { ...entry, input: { ...entry.input, session: sessionOf(scenario) } };
  });
}

const keyOf = ({ entry, scenario }: ParsedStub): string =>
  entry.ok
    ? sha256Hex(JSON.stringify([entry.input.request, scenario === null ? null : [scenario, entry.input.response]]))
    : '';

const sessionOf = (scenario: string): string => `wiremock-${sha256Hex(scenario).slice(0, 24)}`;

/** Path below `__files/`; empty for any other file. */
const underFiles = ({ name }: UnpackedFile): string => /(?:^|\/)__files\/(.+)$/.exec(name)?.[1] ?? '';

function mappingsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value.mappings) ? value.mappings : [value];
}
