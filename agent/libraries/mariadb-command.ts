import { lengthBytes } from '../../proxies/mysql/packets.ts';
import { type Result, responseOf } from '../../proxies/mysql/result.ts';
import { eofOf, okOf, rowOf } from '../../proxies/mysql/server-packets.ts';

type Column = NonNullable<Result['columns']>[number];

/** What a connection of `mariadb` 3.4 knows of its server. */
export interface MariadbInfo {
  status: number | null;
  threadId: number;
  database?: string;
  serverVersion: object | null;
  eofDeprecated?: boolean;
}

/** A packet that arrived. */
export interface MariadbPacket {
  buf: Buffer;
  pos: number;
  end: number;
}

type Handler = (packet: MariadbPacket, out: unknown, opts: unknown, info: MariadbInfo) => unknown;

/** A command of `mariadb` 3.4: `Query`, `Stream` or `Execute`. */
export interface MariadbCommand extends NodeJS.EventEmitter {
  sql: string;
  initialValues?: unknown;
  cmdParam: object;
  opts: { debugLen?: number };
  resolve: ((value: unknown) => void) | null;
  reject: ((fault: unknown) => void) | null;
  onPacketReceive: Handler | null | undefined;
  readResponsePacket: Handler;
  readResultSetRow: Handler;
  displaySql(): string;
  successEnd(value?: unknown): void;
  throwError(fault: unknown, info: MariadbInfo): void;
}

interface ColumnDefinition {
  name(): string;
  schema(): string;
  table(): string;
  orgTable(): string;
  orgName(): string;
  collation?: { index: number };
  columnType: number;
  columnLength: number;
  flags: number;
  scale: number;
  dataTypeName?: string;
  dataTypeFormat?: string;
}

/** What was read of a statement's answer so far. */
export interface MariadbReading {
  /** Has the reason for which the call is left out. */
  leftOut: string | null;
  response(): unknown;
}

const BINARY_CHARSET = 63;
/** What a value occupies beyond its bytes. */
const VALUE_BYTES = 16;

/** Reads the packets of a command as they arrive; answers above `maxBytes` are left out. */
export function readMariadbAnswer(command: MariadbCommand, isBinary: boolean, maxBytes: number): MariadbReading {
  const results: Result[] = [];
  const reading: MariadbReading = { leftOut: null, response: () => responseOf(results) };
  let columns: Column[] = [];
  let rows: unknown[][] = [];
  let held = 0;

  const readRow = (payload: Buffer, deprecatesEof: boolean) => {
    const [first] = payload;
    // The library reports errors.
    if (first === 0xff) return;
    if (first === 0xfe && payload.length < (deprecatesEof ? 0xffffff : 13)) {
      const end = deprecatesEof ? okOf(payload) : eofOf(payload);
      results.push({ affectedRows: '0', insertId: '0', info: '', ...end, columns, rows });
      rows = [];
      return;
    }
    held += payload.length + VALUE_BYTES * columns.length;
    if (held <= maxBytes) rows.push(rowOf(payload, columns, isBinary));
    else reading.leftOut = 'result too large';
  };
  const read = (reader: Handler, payload: Buffer, deprecatesEof: boolean) => {
    const [first] = payload;
    if (reader === command.readResultSetRow) readRow(payload, deprecatesEof);
    else if (reader !== command.readResponsePacket) return;
    else if (first === 0xfb) reading.leftOut = 'a file was asked for';
    else if (first === 0) results.push({ ...okOf(payload), columns: null, rows: [] });
  };
  const guarded = (work: () => void) => {
    if (reading.leftOut !== null) return;
    try {
      work();
    } catch {
      reading.leftOut = 'not read';
    }
    if (reading.leftOut !== null) rows = [];
  };

  // Also where the server leaves out the columns that it described when it prepared the statement.
  command.on('fields', (defined: ColumnDefinition[]) =>
    guarded(() => {
      columns = defined.map(columnOf);
    }),
  );
  let handler = command.onPacketReceive;
  const heard: Handler = (packet, out, opts, info) => {
    const current = handler;
    if (!current) return undefined;
    guarded(() => read(current, packet.buf.subarray(packet.pos, packet.end), info.eofDeprecated === true));
    return current.call(command, packet, out, opts, info);
  };
  // A command sets its handler for each packet again.
  Object.defineProperty(command, 'onPacketReceive', {
    get: () => handler && heard,
    set: (next: Handler | null) => {
      handler = next;
    },
    configurable: true,
    enumerable: true,
  });
  return reading;
}

function columnOf(column: ColumnDefinition): Column & { extended?: string } {
  const { dataTypeName, dataTypeFormat } = column;
  // As `mysqlAnswer` writes it: types that MariaDB describes in a block of their own.
  const block = Buffer.concat(
    [dataTypeName, dataTypeFormat].flatMap((text, at) =>
      text === undefined ? [] : [Buffer.from([at]), lengthBytes(text)],
    ),
  );
  return {
    name: column.name(),
    type: column.columnType,
    charset: column.collation?.index ?? BINARY_CHARSET,
    length: column.columnLength,
    flags: column.flags,
    decimals: column.scale,
    schema: column.schema(),
    table: column.table(),
    orgTable: column.orgTable(),
    orgName: column.orgName(),
    ...(block.length > 0 && { extended: block.toString('base64') }),
  };
}
