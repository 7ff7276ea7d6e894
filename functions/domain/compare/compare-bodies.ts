import { createHash } from 'node:crypto';
import { type BodyFormat, formatOf } from './body-format.ts';
import { compareJson } from './compare-json.ts';
import type { ResponseDifferenceKind } from './difference.ts';
import type { DifferenceSink } from './difference-sink.ts';
import { cut, jsonContext, LONGEST_EXCERPT } from './json-context.ts';
import { reportNew } from './report-new.ts';
import type { CompiledRules } from './rules.ts';
import { scanJson, withoutMark } from './scan-json.ts';
import { isContainer, type Tape, utf8 } from './tape.ts';

/** A body with the content-type that it came with, empty where there was none. */
export interface AnswerBody {
  contentType: string;
  bytes: Uint8Array;
}

/** Compares two bodies by what they contain; their headers decide only where the content leaves it open. */
export function compareBodies(
  recorded: AnswerBody,
  replayed: AnswerBody,
  rules: CompiledRules,
  sink: DifferenceSink,
): void {
  if (Buffer.compare(recorded.bytes, replayed.bytes) === 0) return;
  const a = read(recorded);
  const b = read(replayed);
  if (a.empty && b.empty) return;
  if (b.empty) whole('EMPTY_RESPONSE', a, b, sink);
  else if (a.empty) nothingRecorded(b, rules, sink);
  else if (a.tape !== null && b.tape !== null && (a.isJson || b.isJson)) {
    compareJson(a.tape, b.tape, rules.states, sink);
  } else if (a.format !== b.format) whole('RESPONSE_FORMAT', a, b, sink);
  else if (!a.isText || !b.isText || normalised(a) !== normalised(b)) whole('UNSTRUCTURED_CONTENT', a, b, sink);
}

interface ReadBody {
  bytes: Uint8Array;
  empty: boolean;
  /** Null where it is no JSON text. */
  tape: Tape | null;
  /** JSON for sure: an object or array, or a scalar whose header says so. */
  isJson: boolean;
  format: BodyFormat;
  isText: boolean;
}

function read({ contentType, bytes: body }: AnswerBody): ReadBody {
  const bytes = withoutMark(body);
  const tape = scanJson(bytes);
  const saysJson = /\bjson\b/i.test(contentType);
  const isJson = tape !== null && (isContainer(tape, 0) || saysJson);
  const format = isJson ? 'json' : formatOf(bytes, contentType);
  const isText = format === 'text' || format === 'html' || format === 'xml';
  return { bytes, empty: bytes.every(isSpace), tape, isJson, format, isText };
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function nothingRecorded(b: ReadBody, rules: CompiledRules, sink: DifferenceSink): void {
  if (b.tape === null || !b.isJson) {
    whole('NEW_FIELD', null, b, sink);
    return;
  }
  const context = jsonContext(b.tape, b.tape, rules.states, { path: '$', subject: '$' }, sink);
  reportNew(context, 0, 0, rules.states.root);
}

function whole(kind: ResponseDifferenceKind, a: ReadBody | null, b: ReadBody, sink: DifferenceSink): void {
  const subject = kind === 'NEW_FIELD' ? '$' : 'response';
  const recorded = a === null ? null : excerptOf(a);
  const replayed = b.empty ? null : excerptOf(b);
  sink.add({ kind, subject, path: subject, recorded, replayed, rule: null });
}

/** Text by its beginning, anything else by its digest. */
function excerptOf({ bytes, isText, isJson }: ReadBody): string {
  if (isText || isJson) return cut(utf8(bytes, 0, Math.min(bytes.length, 4 * LONGEST_EXCERPT)));
  return `${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Text without what no reader sees: runs of white space count as one space. */
const normalised = ({ bytes }: ReadBody): string => utf8(bytes, 0, bytes.length).replaceAll(/\s+/g, ' ').trim();
