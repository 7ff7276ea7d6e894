import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isMainThread } from 'node:worker_threads';
import zlib from 'node:zlib';

/**
 * Counts what its process does and what does not depend on the machine. Loaded by `node --import counted-work.ts`, so
 * that the service does not know of it. Prints `COUNTED <json>` on SIGUSR2, and begins again.
 */
let counts: Record<string, number> = {};
const count = (name: string, by = 1) => {
  counts[name] = (counts[name] ?? 0) + by;
};

/** Rows that are read or written by time: queues, executions, heartbeats, and what polls of a running round ask for. */
const BY_TIME = /^(SYSTEM|QUEUE|EXECUTIONS?)#|\|(PROGRESS|ROUND|PLAN|TARGET|CALLS)(#|$)/;

type Given = Parameters<StatementSync['run']>;

function countStatement(sql: string, given: Given): void {
  const texts = given.filter((one) => typeof one === 'string').slice(0, 2);
  if (BY_TIME.test(texts.join('|')) || /^\s*(PRAGMA|DELETE FROM items WHERE rowid)/.test(sql)) return;
  const [word = ''] = sql.trim().split(/\s/, 1);
  if (word === 'COMMIT') count('commits');
  else if (word === 'SELECT') count('reads');
  else if (word !== 'BEGIN') {
    count('writes');
    count(
      'bytes written',
      given.reduce<number>((sum, one) => sum + sizeOf(one), 0),
    );
  }
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value instanceof Uint8Array ? value.byteLength : 0;

function countStatements(): void {
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function prepared(this: DatabaseSync, sql: string): StatementSync {
    const statement = prepare.call(this, sql);
    for (const name of ['run', 'get', 'all'] as const) {
      const done = statement[name] as (...given: Given) => unknown;
      Object.assign(statement, {
        [name]: (...given: Given) => {
          countStatement(sql, given);
          return done.apply(statement, given);
        },
      });
    }
    return statement;
  };
}

/** Replaces functions of a module of Node.js, also where they were imported by name. */
function countCalls(module: object, names: Record<string, string>): void {
  for (const [name, counted] of Object.entries(names)) {
    const original = Reflect.get(module, name) as (...given: unknown[]) => unknown;
    Reflect.set(module, name, (...given: unknown[]) => {
      count(counted);
      return original(...given);
    });
  }
}

if (isMainThread) {
  countStatements();
  countCalls(zlib, {
    zstdCompressSync: 'compressions',
    deflateRawSync: 'compressions',
    zstdDecompressSync: 'decompressions',
    inflateRawSync: 'decompressions',
  });
  countCalls(crypto, { createHash: 'hashes', createHmac: 'hashes', hash: 'hashes' });
  countCalls(JSON, { parse: 'JSON parses' });
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    process.stderr.write(`COUNTED ${JSON.stringify(counts)}\n`);
    counts = {};
  });
}
