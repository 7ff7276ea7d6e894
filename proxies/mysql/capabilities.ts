/** Capabilities of a connection (MySQL internals, "Capability Flags"), which client and server both have to name. */
export const CAPABILITY = {
  LONG_PASSWORD: 1,
  FOUND_ROWS: 1 << 1,
  LONG_FLAG: 1 << 2,
  CONNECT_WITH_DB: 1 << 3,
  COMPRESS: 1 << 5,
  PROTOCOL_41: 1 << 9,
  TLS: 1 << 11,
  TRANSACTIONS: 1 << 13,
  SECURE_CONNECTION: 1 << 15,
  MULTI_STATEMENTS: 1 << 16,
  MULTI_RESULTS: 1 << 17,
  PS_MULTI_RESULTS: 1 << 18,
  PLUGIN_AUTH: 1 << 19,
  CONNECT_ATTRS: 1 << 20,
  AUTH_LENGTH: 1 << 21,
  SESSION_TRACK: 1 << 23,
  DEPRECATE_EOF: 1 << 24,
  OPTIONAL_METADATA: 1 << 25,
  ZSTD: 1 << 26,
  QUERY_ATTRIBUTES: 1 << 27,
} as const;

/** What a proxy that reads along takes out of the server's greeting: TLS, compression, and forms it does not read. */
export const NOT_OFFERED =
  CAPABILITY.TLS | CAPABILITY.COMPRESS | CAPABILITY.ZSTD | CAPABILITY.OPTIONAL_METADATA | CAPABILITY.QUERY_ATTRIBUTES;

/** What the proxy offers as a server. */
export const OFFERED =
  CAPABILITY.LONG_PASSWORD |
  CAPABILITY.FOUND_ROWS |
  CAPABILITY.LONG_FLAG |
  CAPABILITY.CONNECT_WITH_DB |
  CAPABILITY.PROTOCOL_41 |
  CAPABILITY.TRANSACTIONS |
  CAPABILITY.SECURE_CONNECTION |
  CAPABILITY.MULTI_STATEMENTS |
  CAPABILITY.MULTI_RESULTS |
  CAPABILITY.PS_MULTI_RESULTS |
  CAPABILITY.PLUGIN_AUTH |
  CAPABILITY.CONNECT_ATTRS |
  CAPABILITY.AUTH_LENGTH |
  CAPABILITY.DEPRECATE_EOF;

/** Flags of a server's status (MySQL internals, "Status Flags"). */
export const STATUS = { IN_TRANSACTION: 1, AUTOCOMMIT: 2, MORE_RESULTS: 8, CURSOR: 0x40 } as const;
