import { CAPABILITY, STATUS } from '../../proxies/mysql/capabilities.ts';
import { lengthBytes, packet, payloadReader } from '../../proxies/mysql/packets.ts';
import { resultsOf } from '../../proxies/mysql/result.ts';
import { parseResultPacket, type ResultStep, resultStep } from '../../proxies/mysql/result-step.ts';
import { resultPayloads } from '../../proxies/mysql/server-packets.ts';
import { membersOf } from '../core/json-value.ts';

/** How a statement ended that was read from its packets. */
export interface MysqlOutcome {
  /** Has the reason for which the call is left out. */
  leftOut: string | null;
  response: unknown;
  error: { code: number; message: string; sqlState: string } | null;
}

/** Reads the packets of one statement's answer, and calls `end` once; answers above `maxBytes` are left out. */
export function mysqlReader(
  isBinary: boolean,
  maxBytes: number,
  end: (outcome: MysqlOutcome) => void,
): (payload: Buffer, isExtended: boolean) => void {
  let held = 0;
  const open = {
    hold: (bytes: number) => {
      held += bytes;
      if (held > maxBytes) end({ leftOut: 'result too large', response: null, error: null });
      return held <= maxBytes;
    },
    complete: ({ response, error }: { response: unknown; error: unknown }) =>
      // `parseResultPacket` names the error by its code, state and message.
      end({ leftOut: null, response, error: error as MysqlOutcome['error'] }),
    abandon: () => end({ leftOut: 'a file was asked for', response: null, error: null }),
  };
  const statement = { sql: '', operation: '', clues: {} };
  const step: ResultStep = resultStep({ open, statement, parameters: [], results: [] }, isBinary);
  return (payload, isExtended) => {
    if (step.making === null) return;
    const column = step.columns !== null && step.left > 0 && isExtended ? extendedColumn(payload) : null;
    parseResultPacket(step, column?.payload ?? payload, false);
    if (column && column.block !== '') Object.assign(step.columns?.at(-1) ?? {}, { extended: column.block });
  };
}

/** MariaDB describes types of its own in a block within a column: the column without it, and the block in base64. */
function extendedColumn(payload: Buffer): { payload: Buffer; block: string } {
  const reader = payloadReader(payload);
  for (let text = 0; text < 6; text++) reader.lengthBytes();
  const from = payload.length - reader.left();
  const block = reader.lengthBytes() ?? Buffer.alloc(0);
  return { payload: Buffer.concat([payload.subarray(0, from), reader.rest()]), block: block.toString('base64') };
}

/** Returns the packets of a recorded response, from any recorder; null if it is not a MySQL result. */
export function mysqlAnswer(response: unknown, isBinary: boolean): { packets: Buffer; isExtended: boolean } | null {
  const answer = mysqlPayloads(response, isBinary);
  return answer && { packets: mysqlPackets(answer.payloads), isExtended: answer.isExtended };
}

/** Returns the payloads of these packets. */
export function mysqlPayloads(
  response: unknown,
  isBinary: boolean,
): { payloads: Buffer[]; isExtended: boolean } | null {
  const results = resultsOf(response);
  if (results === null || results.length === 0) return null;
  const { more } = membersOf(response);
  const blocks = [response, ...(Array.isArray(more) ? more : [])].map((result) => {
    const { fields } = membersOf(result);
    return (Array.isArray(fields) ? fields : []).map((field) => membersOf(field).extended);
  });
  const isExtended = blocks.flat().some((block) => typeof block === 'string');
  const payloads = results.flatMap((result, at) => {
    // Whether others follow is said by the results that are written together.
    const written = resultPayloads(at < results.length - 1 ? [result, result] : [result], isBinary, false);
    const own = at < results.length - 1 ? written.slice(0, written.length / 2) : written;
    const columns = result.columns?.length ?? 0;
    if (!isExtended) return own;
    return own.map((payload, index) =>
      index >= 1 && index <= columns ? withBlock(payload, blocks[at]?.[index - 1]) : payload,
    );
  });
  return { payloads, isExtended };
}

function withBlock(payload: Buffer, block: unknown): Buffer {
  const reader = payloadReader(payload);
  for (let text = 0; text < 6; text++) reader.lengthBytes();
  const from = payload.length - reader.left();
  const bytes = Buffer.from(typeof block === 'string' ? block : '', 'base64');
  return Buffer.concat([payload.subarray(0, from), lengthBytes(bytes), reader.rest()]);
}

/** Payloads as the packets of an answer. */
export const mysqlPackets = (payloads: readonly Buffer[]): Buffer =>
  Buffer.concat(payloads.map((payload, at) => packet(at + 1, payload)));

/** What the packets of `mysqlAnswer` need of a server. */
export const ANSWERING_SERVER = { capabilityFlags: CAPABILITY.PROTOCOL_41 | CAPABILITY.TRANSACTIONS } as const;

const LONG = 3;
const NOT_NULL_BINARY = 0x81;
const BINARY_CHARSET = 63;

/** What a server answers to a statement of the session. */
export const mysqlSessionAnswer = (sql: string, isBinary: boolean): Buffer =>
  mysqlPackets(mysqlSessionPayloads(sql, isBinary));

/** Returns the payloads of this answer. */
export function mysqlSessionPayloads(sql: string, isBinary: boolean): Buffer[] {
  const [word = ''] = sql.trim().split(/[\s;(]+/, 1);
  const isBegin = /^(?:begin|start)$/i.test(word);
  const columns = [
    { name: '1', type: LONG, charset: BINARY_CHARSET, length: 1, flags: NOT_NULL_BINARY, decimals: 0 },
  ].map((column) => ({ ...column, schema: '', table: '', orgTable: '', orgName: '' }));
  const isSelect = /^select$/i.test(word);
  const result = {
    columns: isSelect ? columns : null,
    rows: isSelect ? [['1']] : [],
    affectedRows: '0',
    insertId: '0',
    warnings: 0,
    status: STATUS.AUTOCOMMIT | (isBegin ? STATUS.IN_TRANSACTION : 0),
    info: '',
  };
  return resultPayloads([result], isBinary, false);
}

/** A parameter as recorders of the wire write it. */
export function mysqlParameter(value: unknown, escaped: (value: unknown) => string): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  // In the time zone of the connection.
  if (value instanceof Date)
    return escaped(value)
      .slice(1, -1)
      .replace(/\.(\d*?)0*$/, (_, digits: string) => (digits === '' ? '' : `.${digits}`));
  return JSON.stringify(value);
}
