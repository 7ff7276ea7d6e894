import { accept, type Result, refuse } from '../../../platform/result.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import {
  exchangeFilter,
  type FilterOptions,
  hostFilter,
  type LeftOutRule,
  TAKE_EVERYTHING,
} from '../filter/exchange-filter.ts';
import { type HostCount, hostCounts } from '../filter/host-counts.ts';
import { type LeftOut, leftOutCounts } from '../filter/left-out.ts';
import { MAX_UNPACKED_BYTES } from './archive/archive-limits.ts';
import { isPacked } from './archive/unpacked-files.ts';
import { importArex } from './arex/arex.ts';
import { credentialSurvey } from './credential-survey.ts';
import { importGoReplay, unfoldedBytes } from './goreplay.ts';
import { importHar } from './har.ts';
import { type SessionPlan, sessionOf, sessionSurvey } from './har-sessions.ts';
import { IMPORT_FORMATS, type ImportFormat, isImportFormat } from './import-format.ts';
import type { ImportedEntry, ImportedFile, ImportedRule, Importer } from './imported.ts';
import { importKeploy } from './keploy/keploy.ts';
import { importPostman } from './postman/postman.ts';
import { importWireMock } from './wiremock/wiremock.ts';

const IMPORTERS: Readonly<Record<ImportFormat, Importer>> = {
  har: importHar,
  goreplay: importGoReplay,
  keploy: importKeploy,
  postman: importPostman,
  wiremock: importWireMock,
  arex: importArex,
};

/** Bytes that reading a file takes at most: those of a packed one are unknown before. */
export function bytesToRead(format: string, bytes: Uint8Array): number {
  if (format === 'har' || format === 'goreplay') return unfoldedBytes(bytes);
  return isPacked(bytes) ? MAX_UNPACKED_BYTES : bytes.byteLength;
}

/** One entry of an imported file: the input of `parseCase`, or why there is none. */
type ImportedCase = { input: Record<string, unknown> } | { reason: string };

/** What an import takes of a file. */
export interface ImportedCases {
  /** The entries that are taken and those that cannot be read, in the order of the file. */
  cases: ImportedCase[];
  /** The position of each of them in the file, from 0. */
  positions: number[];
  taken: { count: number; samples: string[] };
  leftOut: LeftOut[];
  /** The hosts that the file names, the one with the most eligible exchanges first. */
  hosts: (HostCount & { selected: boolean })[];
  /** A file of a browser with a login, and without any credential: the browser left them out. */
  lacksCredentials: boolean;
  /** The fields that the file says are not to be compared, each once. */
  rules: ImportedRule[];
}

export interface ImportOptions {
  format: string;
  appId: string;
  now: number;
  /** `original` keeps the file's times; otherwise all are shifted together so that the newest exchange is now. */
  recordedAt: 'original' | 'shifted';
  /** Of a part of a file: the position of its first exchange in the whole file. */
  first?: number;
  /** Of a part of a file: the shift of the whole file's times, in ms. */
  shiftMs?: number | null;
  /** Default: TAKE_EVERYTHING. */
  filter?: FilterOptions;
  /** `inferred` from the exchanges of a file of a browser. Default: none. */
  sessions?: SessionPlan | 'inferred' | null;
}

/** Formats that hold the traffic of a browser: an import takes the host with the most eligible exchanges by default. */
const BROWSER_FORMATS: ReadonlySet<string> = new Set<ImportFormat>(['har']);

/** The hosts that an import takes where none are chosen. */
export const defaultHosts = (format: string, [first]: readonly HostCount[]): readonly string[] =>
  BROWSER_FORMATS.has(format) && first !== undefined ? [first.host] : ['*'];

/** What decides which entries of a file are taken. */
interface Survey {
  entries: ImportedEntry[];
  /** By what the filter leaves out each of them; null if it does not. */
  rules: (LeftOutRule | null)[];
  hosts: HostCount[];
  /** The newest time; negative infinity if no entry has one. */
  newest: number;
  survey: ReturnType<typeof sessionSurvey> | null;
}

/** Reads every entry of a file. */
function surveyOf(
  { count, entry: entryAt }: ImportedFile,
  first: number,
  ofRequest: ReturnType<typeof exchangeFilter>['ofRequest'],
  survey: Survey['survey'],
): Result<Survey, 'UNREADABLE_IMPORT'> {
  const entries: ImportedEntry[] = [];
  const rules: (LeftOutRule | null)[] = [];
  const counts = hostCounts();
  let newest = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < count; position++) {
    const entry = entryAt(position);
    if (entry === null) return refuse('UNREADABLE_IMPORT', `entry ${first + position} of the file is not readable`);
    if (entry.ok && entry.recordedAt !== null) newest = Math.max(newest, entry.recordedAt);
    const rule = entry.ok ? ofRequest(entry.exchange) : null;
    if (entry.ok) counts.add(entry.exchange.host, rule === null);
    if (entry.ok && rule === null) survey?.add(entry.exchange);
    entries.push(entry);
    rules.push(rule);
  }
  return accept({ entries, rules, hosts: counts.inOrder(), newest, survey });
}

/** The latest time that a date can hold. */
const MAX_TIME = 8.64e15;

/**
 * Returns the cases of a file, in its order, and counts what the filter leaves out. A caseId is derived from format,
 * application, position and content, so that importing a file twice yields duplicates regardless of shifted times, of
 * the filter, and of the parts that it is sent in.
 */
export function importCases(
  bytes: Uint8Array,
  {
    format,
    appId,
    now,
    recordedAt,
    first = 0,
    shiftMs = null,
    filter = TAKE_EVERYTHING,
    sessions = null,
  }: ImportOptions,
): Result<ImportedCases, 'UNKNOWN_FORMAT' | 'UNREADABLE_IMPORT'> {
  if (!isImportFormat(format)) return refuse('UNKNOWN_FORMAT', `format must be one of ${IMPORT_FORMATS.join(', ')}`);
  const file = IMPORTERS[format](bytes);
  if (!file.ok) return file;

  const { ofRequest, ofSample } = exchangeFilter(filter);
  const infersSessions = sessions === 'inferred' && BROWSER_FORMATS.has(format);
  const surveyed = surveyOf(file.value, first, ofRequest, infersSessions ? sessionSurvey() : null);
  if (!surveyed.ok) return surveyed;
  const { entries, rules, hosts, newest, survey } = surveyed.value;
  const isOriginal = recordedAt === 'original' || newest === Number.NEGATIVE_INFINITY;
  const shift = isOriginal ? 0 : (shiftMs ?? now - newest);

  const isSelected = hostFilter(filter.hosts ?? defaultHosts(format, hosts));
  const inferred = survey?.plan(hosts, isSelected, [file.value.count, newest]) ?? null;
  const plan = sessions === 'inferred' ? inferred : sessions;
  const outcomes = leftOutCounts();
  const cases: ImportedCase[] = [];
  const positions: number[] = [];
  // A part of a file does not show what is in the others.
  const credentials = BROWSER_FORMATS.has(format) && shiftMs === null ? credentialSurvey() : null;
  for (const [index, entry] of entries.entries()) {
    if (!entry.ok) {
      cases.push({ reason: entry.reason });
      positions.push(index);
      continue;
    }
    const { exchange, input } = entry;
    const early = rules[index] ?? (isSelected(exchange.host) ? null : 'host');
    const caseId = early === null ? caseIdOf([format, appId, first + index, entry.recordedAt, input]) : '';
    const rule = early ?? ofSample(caseId);
    outcomes.add(rule, exchange);
    if (rule !== null) continue;
    credentials?.add(input);
    const time = entry.recordedAt === null ? now : Math.min(MAX_TIME, Math.max(0, entry.recordedAt + shift));
    const session = sessionOf(plan, exchange);
    cases.push({
      input: { ...input, ...(session !== null && { session }), appId, caseId, recordedAt: isoText(time) },
    });
    positions.push(index);
  }
  return accept({
    cases,
    positions,
    taken: outcomes.taken(),
    leftOut: outcomes.leftOut(),
    hosts: hosts.map((count) => ({ ...count, selected: isSelected(count.host) })),
    lacksCredentials: credentials?.areLeftOut() ?? false,
    rules: eachOnce(file.value.rules ?? []),
  });
}

const eachOnce = (rules: readonly ImportedRule[]): ImportedRule[] => [
  ...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values(),
];

const caseIdOf = (content: readonly [format: string, ...unknown[]]): string =>
  `${content[0]}-${sha256Hex(JSON.stringify(content)).slice(0, 32)}`;
