import { budgetOf } from '../captured-body.ts';
import type { StartDownstream } from '../downstream.ts';
import { statementReader } from '../sql/statement.ts';
import { listen } from '../wire/listen.ts';
import { callNoter } from '../wire/open-call.ts';
import { sayOnce } from '../wire/say-once.ts';
import { MAX_HELD_BYTES } from '../wire/wire-limits.ts';
import { mockConnection } from './mock-connection.ts';
import { passConnection } from './pass-connection.ts';

/** Starts a proxy that records a PostgreSQL server, or answers in its place. */
export const startPostgres: StartDownstream = (options) => {
  const shared = {
    options,
    noter: callNoter(options, 'database', budgetOf(MAX_HELD_BYTES)),
    read: statementReader(),
    sharedStatements: new Map(),
    sayOnce: sayOnce(options),
  };
  return listen(options, (client) => {
    const serve = options.mode === 'record' ? passConnection : mockConnection;
    // A fault of one connection is of that connection only.
    serve(client, shared).catch(() => client.destroy());
  });
};
