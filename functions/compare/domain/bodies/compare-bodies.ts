import { isSpace, scanJson } from '../../../platform/json/scan-json.ts';
import { isContainer, type Tape, utf8 } from '../../../platform/json/tape.ts';
import { NEW_WORDS, type TapeWords } from '../../../platform/json/tape-words.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';

import { compareJson } from '../compare-json.ts';
import type { ResponseDifferenceKind } from '../difference.ts';
import type { DifferenceSink } from '../difference-sink.ts';
import { cut, jsonContext, MAX_EXCERPT_LENGTH } from '../json-context.ts';
import { reportNew } from '../report-new.ts';
import type { CompiledRules } from '../rules/rules.ts';
import { asJsonTexts } from './as-json-texts.ts';
import { asUtf8 } from './body-charset.ts';
import { type BodyFormat, formatOf, jsonLines } from './body-format.ts';
import { parseForm, parseMultipart } from './form-body.ts';
import { comparePages } from './html/compare-pages.ts';
import { type PartTable, tableOf } from './part-table.ts';
import { parseXml } from './xml-body.ts';

/** A body with its content-type, empty if there was none. */
export interface AnswerBody {
  contentType: string;
  bytes: Uint8Array;
}

/** Compares two bodies by their content; their headers decide only where the content is ambiguous. */
export function compareBodies(
  recorded: AnswerBody,
  replayed: AnswerBody,
  rules: CompiledRules,
  sink: DifferenceSink,
): void {
  if (Buffer.compare(recorded.bytes, replayed.bytes) === 0) return;
  const { words: memory } = rules.states.memory;
  const a = read(recorded, memory);
  const b = read(replayed, memory, a.tape);
  if (a.empty && b.empty) return;
  if (b.empty) whole('EMPTY_RESPONSE', a, b, sink);
  else if (a.empty) nothingRecorded(b, rules, sink);
  else {
    const tapes = tapesOf(a, b, memory);
    if (tapes !== null) {
      compareJson(...tapes, rules.states, sink);
      for (const { words } of tapes) memory.give(words);
    } else if (a.format !== b.format) whole('RESPONSE_FORMAT', a, b, sink);
    else if (a.isText && normalised(a) === normalised(b)) return;
    else if (a.format !== 'html' || !comparePages(textOf(a), textOf(b), rules.states, sink))
      whole('UNSTRUCTURED_CONTENT', a, b, sink, rules.states.root.ignoredBy);
  }
}

/**
 * How two bodies can be shown side by side: as the JSON that they are compared as, else as text; null for both: as
 * bytes.
 */
export interface BodyForms {
  /** Read when it is first asked for: XML takes long. */
  tapes(): [Tape, Tape] | null;
  texts: [string, string] | null;
}

/** Returns the forms in which two bodies are compared, for display. */
export function bodyForms(recorded: AnswerBody, replayed: AnswerBody): BodyForms {
  const sides = [read(recorded, NEW_WORDS), read(replayed, NEW_WORDS)] as const;
  const [a, b] = sides;
  const isReadable = ({ empty, isText, isJson }: ParsedBody) => empty || isText || isJson;
  let tapes: [Tape, Tape] | null | undefined;
  return {
    tapes() {
      if (tapes === undefined) tapes = a.empty || b.empty ? null : tapesOf(a, b, NEW_WORDS);
      return tapes;
    },
    texts: sides.every(isReadable) ? [textOf(a), textOf(b)] : null,
  };
}

/** Both bodies as JSON, where their fields can be distinguished; else null. */
function tapesOf(a: ParsedBody, b: ParsedBody, memory: TapeWords): [Tape, Tape] | null {
  if (a.tape !== null && b.tape !== null && (a.isJson || b.isJson)) return [a.tape, b.tape];
  if ([a, b].every(isListed) && (a.format === 'ndjson' || b.format === 'ndjson')) {
    return scanBoth([asList(a), asList(b)], memory);
  }
  const partsOf = a.format === b.format ? PARTS[a.format] : undefined;
  const parts = partsOf && [partsOf(a), partsOf(b)];
  const [recorded, replayed] = parts ?? [];
  return recorded && replayed ? scanBoth(asJsonTexts(recorded, replayed), memory) : null;
}

const PARTS: Partial<Record<BodyFormat, (body: ParsedBody) => PartTable | null>> = {
  xml: ({ xml }) => xml(),
  form: ({ bytes }) => tableOf(parseForm(bytes)),
  multipart({ bytes }) {
    const tree = parseMultipart(bytes);
    return tree && tableOf(tree);
  },
};

const isListed = ({ format }: ParsedBody) => format === 'ndjson' || format === 'json';

/** Lines of JSON as one array; a single JSON text becomes an array of one. */
function asList({ bytes, format }: ParsedBody): Uint8Array {
  const lines = format === 'ndjson' ? [...jsonLines(bytes)] : [bytes];
  return Buffer.concat([OPEN, ...lines.flatMap((line, index) => (index > 0 ? [COMMA, line] : [line])), CLOSE]);
}

const [OPEN, COMMA, CLOSE] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

function scanBoth([a, b]: readonly [Uint8Array, Uint8Array], memory: TapeWords): [Tape, Tape] | null {
  const recorded = scanJson(a, memory);
  const replayed = scanJson(b, memory, recorded);
  return recorded !== null && replayed !== null ? [recorded, replayed] : null;
}

const TEXTS: ReadonlySet<BodyFormat> = new Set(['text', 'html', 'xml', 'ndjson', 'form', 'multipart']);

interface ParsedBody {
  bytes: Uint8Array;
  empty: boolean;
  /** Null if it is not JSON. */
  tape: Tape | null;
  /** Certainly JSON: an object or array, or a scalar whose header declares it. */
  isJson: boolean;
  isText: boolean;
  /** Reads what may be XML when it is first asked for. */
  readonly format: BodyFormat;
  /** The body read as XML, once, which takes long; null if it is not one. */
  xml(): PartTable | null;
}

/** `like`: what the other body is as JSON, if it has been read. */
function read({ contentType, bytes: body }: AnswerBody, memory: TapeWords, like: Tape | null = null): ParsedBody {
  const bytes = asUtf8(body, contentType);
  const tape = scanJson(bytes, memory, like);
  const isJson = tape !== null && (isContainer(tape, 0) || /\bjson\b/i.test(contentType));
  let parts: PartTable | null | undefined;
  const xml = () => {
    if (parts === undefined) parts = parseXml(bytes);
    return parts;
  };
  const likely = isJson ? 'json' : formatOf(bytes, contentType);
  return {
    bytes,
    empty: tape === null && bytes.every(isSpace),
    tape,
    isJson,
    isText: TEXTS.has(likely),
    get format() {
      return likely === 'xml' && xml() === null ? 'text' : likely;
    },
    xml,
  };
}

function nothingRecorded(b: ParsedBody, rules: CompiledRules, sink: DifferenceSink): void {
  const tape = tapesOf(b, b, rules.states.memory.words)?.[1];
  if (tape === undefined) {
    whole('NEW_FIELD', null, b, sink);
    return;
  }
  const context = jsonContext(tape, tape, rules.states, { path: '$', subject: '$' }, sink);
  reportNew(context, 0, 0, rules.states.root);
}

function whole(
  kind: ResponseDifferenceKind,
  a: ParsedBody | null,
  b: ParsedBody,
  sink: DifferenceSink,
  rule: string | null = null,
): void {
  const subject = kind === 'NEW_FIELD' ? '$' : 'response';
  const recorded = a === null ? null : excerptOf(a, sink);
  const replayed = b.empty ? null : excerptOf(b, sink);
  sink.add({ kind, subject, path: subject, recorded, replayed, rule });
}

/** The beginning of a text, or the digest of anything else; where values are judged, the whole text. */
function excerptOf({ bytes, isText, isJson }: ParsedBody, { everyLocation }: DifferenceSink): string {
  if (everyLocation && isText) return utf8(bytes, 0, bytes.length);
  if (isText || isJson) return cut(utf8(bytes, 0, Math.min(bytes.length, 4 * MAX_EXCERPT_LENGTH)));
  return `${bytes.length} bytes, sha256 ${sha256Hex(bytes)}`;
}

const textOf = ({ bytes }: ParsedBody): string => utf8(bytes, 0, bytes.length);

/** Collapses whitespace, which readers do not see. */
const normalised = (body: ParsedBody): string => textOf(body).replaceAll(/\s+/g, ' ').trim();
