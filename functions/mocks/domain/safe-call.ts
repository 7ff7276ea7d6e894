/** Safe methods (RFC 9110 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isSafeMethod = (method: string): boolean => SAFE.has(method);

/** Whether a path, or a method of gRPC, asks whether a target is well. */
export const isHealthCheck = (path: string): boolean =>
  /(?:^|\/)(?:health|healthz|healthcheck|ready|readyz|readiness|live|livez|liveness|ping|status|grpc\.health\.v1\.Health\/\w+)$/i.test(
    path,
  );

/** Whether a normalised statement reads and takes no locks. */
export const isSqlRead = (text: string): boolean =>
  /^(?:select|show|explain|describe|desc|values|table|with)\b/.test(text) &&
  !/\bfor (?:update|share|no key update|key share)\b|\b(?:insert into|update|delete from|into outfile|nextval)\b/.test(
    text,
  );

const CACHE_READS: ReadonlySet<string> = new Set(
  (
    'GET MGET GETRANGE STRLEN EXISTS TTL PTTL TYPE KEYS SCAN DBSIZE HGET HMGET HGETALL HKEYS HVALS HLEN HEXISTS HSCAN ' +
    'LLEN LRANGE LINDEX SMEMBERS SISMEMBER SMISMEMBER SCARD SSCAN ZRANGE ZREVRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ' +
    'ZSCORE ZMSCORE ZCARD ZCOUNT ZRANK ZREVRANK ZSCAN BITCOUNT GETBIT XRANGE XREVRANGE XLEN PFCOUNT GEOPOS GEODIST'
  ).split(' '),
);
export const isCacheRead = (command: string): boolean => CACHE_READS.has(command);

export const isMongoRead = (operation: string): boolean =>
  /^(?:find|count|distinct|aggregate|listCollections|listIndexes)\b/.test(operation);
