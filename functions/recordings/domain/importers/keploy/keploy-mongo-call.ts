import { isObject } from '../../../../platform/json/is-object.ts';
import { jsonOfText } from '../json-file.ts';
import type { MockReader } from './call-input.ts';
import { objectsOf, textsOf } from './shown-spec.ts';

/** A section with one document. */
const SINGLE = /^\{ SectionSingle msg: (.*) \}$/s;
/** A section with the documents of one member, such as those to insert. */
const SEQUENCE = /^\{ SectionSequence identifier: (\S+) *, msgs: \[(.*)\] \}$/s;

/**
 * The call of a MongoDB mock: the command and its reply as Extended JSON. Commands before OP_MSG are handshakes only.
 */
export const mongoCall: MockReader = (spec) => {
  const [request] = objectsOf(spec.requests);
  const opcode = isObject(request?.header) ? request.header.Opcode : undefined;
  if (opcode === 2004) return null;
  const command = messageOf(request);
  if (command === null) return undefined;
  const [name = ''] = Object.keys(command);
  const collection = command[name];
  const reply = messageOf(objectsOf(spec.responses)[0]);
  return {
    kind: 'database',
    target: typeof command.$db === 'string' ? command.$db : 'mongodb',
    operation: `${name}${typeof collection === 'string' ? ` ${collection}` : ''}`.slice(0, 8192),
    request: command,
    response: reply,
    error: errorOf(reply),
  };
};

/** The document of a message with those of its sequences; null where it cannot be read. */
function messageOf(mock: Record<string, unknown> | undefined): Record<string, unknown> | null {
  const sections = isObject(mock?.message) ? textsOf(mock.message.sections) : [];
  let document: Record<string, unknown> | null = null;
  const sequences: [string, unknown][] = [];
  for (const section of sections) {
    const single = SINGLE.exec(section)?.[1];
    const [, identifier, list] = SEQUENCE.exec(section) ?? [];
    const value = jsonOfText(single ?? `[${list ?? ''}]`);
    if (single !== undefined && isObject(value)) document = value;
    else if (identifier !== undefined && Array.isArray(value)) sequences.push([identifier, value.map(unquoted)]);
    else return null;
  }
  return document && { ...document, ...Object.fromEntries(sequences) };
}

/** Some versions write the documents of a sequence as JSON texts. */
const unquoted = (value: unknown): unknown => (typeof value === 'string' ? (jsonOfText(value) ?? value) : value);

/** `ok: 0` says that the command failed. */
function errorOf(reply: Record<string, unknown> | null): string | null {
  const ok = isObject(reply?.ok) ? Number(Object.values(reply.ok)[0]) : reply?.ok;
  if (reply === null || ok !== 0) return null;
  return JSON.stringify({ code: String(reply.codeName ?? 'error'), message: String(reply.errmsg ?? '') });
}
