import { DIFF_ATTRIBUTE } from '../../../analysis/domain/deployment-facts.ts';
import type { WebhookData } from './webhook-data.ts';

/** Maximum bytes of an event: what every CloudEvents intermediary forwards (CloudEvents 1.0, size limits). */
const MAX_EVENT_BYTES = 64 * 1024;
/** If the event is too large, attributes are dropped until they take at most this together. */
const MAX_ATTRIBUTE_BYTES = 32 * 1024;
/** Minimum bytes to which a summary is shortened. */
const MIN_SUMMARY_BYTES = 8 * 1024;
/** Endpoints and subjects kept per list entry if the event is too large. */
const MAX_NAMES = 20;
/** `"truncated":[""],` around the first name. */
const MARK_BYTES = 17;

interface Cut {
  member: string;
  /**
   * Removes `excess` bytes from the member, or as many as allowed. Returns the same object if there is nothing to
   * remove.
   */
  shorten(data: WebhookData, excess: number): WebhookData;
}

/** The lists of an event, least important first. */
const LISTS = [
  list(
    'topClusters',
    ({ topClusters }) => topClusters,
    (data, topClusters) => ({ ...data, topClusters }),
  ),
  list(
    'findings.toReview',
    ({ findings }) => findings?.toReview,
    (data, toReview) => ({ ...data, findings: data.findings && { ...data.findings, toReview } }),
  ),
  list(
    'analysis.codeChanges',
    ({ analysis }) => analysis?.codeChanges,
    (data, codeChanges) => ({ ...data, analysis: data.analysis && { ...data.analysis, codeChanges } }),
  ),
  list(
    'findings.coverage.uncoveredMainOperations',
    ({ findings }) => findings?.coverage.uncoveredMainOperations,
    (data, uncoveredMainOperations) => ({
      ...data,
      findings: data.findings && {
        ...data.findings,
        coverage: { ...data.findings.coverage, uncoveredMainOperations },
      },
    }),
  ),
  list(
    'findings.needsAction',
    ({ findings }) => findings?.needsAction,
    (data, needsAction) => ({ ...data, findings: data.findings && { ...data.findings, needsAction } }),
  ),
];

/** Reductions of an event that is too large, applied in order until it fits. Counts are never changed. */
const CUTS: readonly Cut[] = [
  ...LISTS.map(({ names }) => names),
  { member: 'attributes', shorten: fewerAttributes },
  { member: 'summary', shorten: shorterSummary },
  ...LISTS.map(({ entries }) => entries),
];

/**
 * `data` reduced so that the whole event, measured by `sizeOf`, has at most MAX_EVENT_BYTES. `truncated` names the
 * reduced members. The parts that are never reduced (ids, counts, addresses, small attributes, the start of the
 * summary) are smaller than that.
 */
export function fitted(data: WebhookData, sizeOf: (data: WebhookData) => number): WebhookData {
  return CUTS.reduce((now, { member, shorten }) => {
    const excess = sizeOf(now) - MAX_EVENT_BYTES;
    if (excess <= 0) return now;
    const shorter = shorten(now, excess + member.length + MARK_BYTES);
    return shorter === now ? now : { ...shorter, truncated: [...new Set(now.truncated).add(member)] };
  }, data);
}

/** The two ways to shorten a list: fewer names per entry, and fewer entries. Both keep the start. */
function list<T>(
  member: string,
  read: (data: WebhookData) => readonly T[] | undefined,
  write: (data: WebhookData, entries: T[]) => WebhookData,
): { names: Cut; entries: Cut } {
  const names = (data: WebhookData) => {
    const entries = read(data) ?? [];
    return entries.some(hasManyNames) ? write(data, entries.map(withFewNames)) : data;
  };
  const entries = (data: WebhookData, excess: number) => {
    const all = read(data) ?? [];
    let kept = all.length;
    for (let freed = 0; freed < excess && kept > 0; kept--) freed += bytesOf(all[kept - 1]) + 1;
    return kept === all.length ? data : write(data, all.slice(0, kept));
  };
  return { names: { member, shorten: names }, entries: { member, shorten: entries } };
}

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > MAX_NAMES;

const hasManyNames = (entry: unknown) => Object.values(Object(entry)).some(isLong);

/** The entry with the first few of its subjects, interfaces or operations. Its counts still include all. */
function withFewNames<T>(entry: T): T {
  if (!hasManyNames(entry)) return entry;
  const members = Object.entries(Object(entry)).map(([name, value]) => [
    name,
    isLong(value) ? value.slice(0, MAX_NAMES) : value,
  ]);
  return Object.fromEntries(members) as T; // the same members, some lists shorter
}

/** Drops attributes to remove `excess` bytes, first the diff, then the largest, until they are small. */
function fewerAttributes(data: WebhookData, excess: number): WebhookData {
  let bytes = bytesOf(data.attributes);
  const min = Math.max(bytes - excess, 0);
  const kept = new Map(Object.entries(Object(data.attributes)));
  const sizes = [...kept].map(([name, value]) => ({ name, bytes: bytesOf({ [name]: value }) - 1 }));
  sizes.sort((a, b) => Number(b.name === DIFF_ATTRIBUTE) - Number(a.name === DIFF_ATTRIBUTE) || b.bytes - a.bytes);
  for (const one of sizes) {
    if (bytes <= min || bytes <= MAX_ATTRIBUTE_BYTES) break;
    bytes -= one.bytes;
    kept.delete(one.name);
  }
  if (kept.size === sizes.length) return data;
  return { ...data, attributes: kept.size === 0 ? undefined : Object.fromEntries(kept) };
}

/** The start of the summary in whole code points, and `…`. */
function shorterSummary(data: WebhookData, excess: number): WebhookData {
  const { summary } = data;
  const bytes = bytesOf(summary);
  if (summary === undefined || bytes <= MIN_SUMMARY_BYTES) return data;
  let room = Math.max(bytes - excess, MIN_SUMMARY_BYTES) - bytesOf('…');
  let end = 0;
  for (const character of summary) {
    room -= bytesOf(character) - 2;
    if (room < 0) break;
    end += character.length;
  }
  return { ...data, summary: `${summary.slice(0, end)}…` };
}

/** Bytes of a value as JSON. 0 if it is undefined. */
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');
