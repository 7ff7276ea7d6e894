import { isObject } from '../../../../platform/json/is-object.ts';
import { bytesOf, objectsOf, shownBytes } from './shown-spec.ts';

interface Result {
  command: string | null;
  rowCount: number;
  fields: { name: string; type: number }[];
  rows: (Record<string, unknown> | unknown[])[];
}

/** What a PostgreSQL mock answers: its bytes on the wire, where they are kept, say more than its members do. */
export function pgResult(response: Record<string, unknown> | undefined): {
  result: Result | null;
  error: string | null;
} {
  if (response === undefined) return { result: null, error: null };
  const payload = typeof response.payload === 'string' ? Buffer.from(response.payload, 'base64') : null;
  const { fields, rows, tag, error } = payload === null ? ofMembers(response) : ofBytes(payload);
  const failure = error ?? errorOf(response.error_response);
  if (failure !== null) return { result: null, error: JSON.stringify(failure) };
  const names = fields.map(({ name }) => name);
  const areUnique = new Set(names).size === names.length && names.length > 0;
  return {
    result: {
      command: tag?.split(' ', 1)[0] ?? null,
      rowCount: Number(/ (\d+)$/.exec(tag ?? '')?.[1] ?? rows.length),
      fields,
      rows: rows.map((row) => (areUnique ? Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])) : row)),
    },
    error: null,
  };
}

interface Wire {
  fields: Result['fields'];
  rows: unknown[][];
  tag: string | null;
  error: Record<string, string> | null;
}

/** Members of an error by their letters in the protocol. */
const ERROR_MEMBERS: Readonly<Record<string, string>> = {
  C: 'code',
  M: 'message',
  S: 'severity',
  D: 'detail',
  H: 'hint',
};

/** Reads RowDescription, DataRow, CommandComplete and ErrorResponse; stops where the bytes are cut. */
function ofBytes(bytes: Buffer): Wire {
  const wire: Wire = { fields: [], rows: [], tag: null, error: null };
  for (let at = 0; at + 5 <= bytes.length; ) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    const end = at + 1 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length || end < at + 5) break;
    const body = bytes.subarray(at + 5, end);
    if (type === 'T') wire.fields = fieldsOf(body);
    if (type === 'D') wire.rows.push(valuesOf(body));
    if (type === 'C') wire.tag = textUntilNul(body, 0);
    if (type === 'E') wire.error = errorMembers(body);
    at = end;
  }
  return wire;
}

function fieldsOf(body: Buffer): Result['fields'] {
  const fields: Result['fields'] = [];
  for (let at = 2; at < body.length; ) {
    const name = textUntilNul(body, at);
    at += Buffer.byteLength(name) + 1;
    if (at + 18 > body.length) break;
    fields.push({ name, type: body.readUInt32BE(at + 6) });
    at += 18;
  }
  return fields;
}

function valuesOf(body: Buffer): unknown[] {
  const values: unknown[] = [];
  for (let at = 2; at + 4 <= body.length; ) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : shownBytes(body.subarray(at, at + length)));
    at += Math.max(0, length);
  }
  return values;
}

function errorMembers(body: Buffer): Record<string, string> {
  const members: Record<string, string> = {};
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const name = ERROR_MEMBERS[String.fromCharCode(body[at] ?? 0)];
    const text = textUntilNul(body, at + 1);
    if (name !== undefined) members[name] = text;
    at += 2 + Buffer.byteLength(text);
  }
  return members;
}

function textUntilNul(bytes: Buffer, start: number): string {
  const end = bytes.indexOf(0, start);
  return bytes.toString('utf8', start, end === -1 ? bytes.length : end);
}

function ofMembers(response: Record<string, unknown>): Wire {
  const description = isObject(response.row_description) ? objectsOf(response.row_description.fields) : [];
  const [complete] = objectsOf(response.command_complete);
  const tag = bytesOf(complete?.command_tag);
  return {
    fields: description.map(({ name, data_type_oid }) => {
      const bytes = bytesOf(name);
      const text = bytes === null ? String(name ?? '') : shownBytes(bytes);
      return { name: typeof text === 'string' ? text : '', type: Number(data_type_oid ?? 0) };
    }),
    rows: objectsOf(response.data_row).map(({ row_values: values }) =>
      Array.isArray(values) ? values.map(shownValue) : [],
    ),
    tag: tag && Buffer.from(tag).toString('utf8'),
    error: null,
  };
}

const shownValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? null;
  return value.startsWith('base64:') ? { base64: value.slice(7) } : value;
};

function errorOf(value: unknown): Record<string, string> | null {
  if (!isObject(value)) return null;
  const { Code: code = value.code, Message: message = value.message, Severity: severity = value.severity } = value;
  return code === undefined && message === undefined
    ? null
    : { code: String(code ?? ''), message: String(message ?? ''), severity: String(severity ?? '') };
}
