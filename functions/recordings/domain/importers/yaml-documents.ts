import { binaryTag, CORE_SCHEMA, loadAll, YAMLException } from 'js-yaml';

/** Maximum bytes of one YAML document: its nodes take many times their text. @internal */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

/** One document of a YAML file, or why it cannot be read. */
export type YamlDocument = { value: unknown } | { reason: string };

const SCHEMA = CORE_SCHEMA.withTags(binaryTag);

/** A line `---` or `...` ends a document wherever it stands, also in a block of text (YAML 1.2, 9.1.4). */
const MARKER = /^(?:---|\.\.\.)(?=[ \t\r]|$)/;

/**
 * The documents of a YAML text, one at a time, so that the nodes of one are free before the next is read. Aliases are
 * refused, as they make a small text unfold to any size; other tools write none.
 */
export function* yamlDocuments(text: string): Generator<YamlDocument> {
  for (const source of documentTexts(text)) {
    const document = read(source);
    if ('reason' in document || document.value !== undefined) yield document;
  }
}

function* documentTexts(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const line = text[at] === '-' || text[at] === '.' ? text.slice(at, Math.min(end, at + 4)) : '';
    if (MARKER.test(line)) {
      yield text.slice(start, at);
      // What follows the marker on its line belongs to the next document.
      start = at + 3;
    }
    at = end + 1;
  }
  yield text.slice(start);
}

function read(source: string): YamlDocument {
  if (source.length > MAX_DOCUMENT_BYTES) return { reason: TOO_LARGE };
  try {
    return { value: loadAll(source, { schema: SCHEMA, maxAliases: 0, json: true })[0] ?? undefined };
  } catch (fault) {
    if (fault instanceof YAMLException) return { reason: NOT_YAML };
    throw fault;
  }
}

const TOO_LARGE = `the document is larger than ${MAX_DOCUMENT_BYTES / 1024 / 1024} MiB`;
const NOT_YAML = 'the document is not readable as YAML without aliases';
