/** Connections of one downstream at the same time; more are closed at once. */
export const MAX_CONNECTIONS = 1_000;
/** Bytes of calls under way that one downstream holds; a call beyond them is not recorded. */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Commands of one connection that wait for their answers; a connection with more is not recorded any further. */
export const MAX_PENDING_COMMANDS = 10_000;
/** Prepared statements of one connection; more are refused in replay, and not recorded. */
export const MAX_STATEMENTS = 10_000;
/** Bytes of parameters of one statement that a MySQL client sends ahead of it. */
export const MAX_LONG_DATA_BYTES = 1024 * 1024;
/** How long a client has to introduce itself, ms. */
export const MAX_STARTUP_MS = 30_000;
/** How long a started message may take to arrive in replay, ms. */
export const MAX_MESSAGE_MS = 60_000;
/** How long connecting to the real server may take, ms. */
export const MAX_CONNECT_MS = 10_000;
/** How long a client has to close a connection that ended, ms. */
export const MAX_CLOSING_MS = 2_000;
