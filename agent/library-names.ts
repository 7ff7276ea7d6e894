/** The packages whose imports are wrapped for ECMAScript modules. */
export const LIBRARY_NAMES = [
  'pg',
  'postgres',
  'ioredis',
  '@redis/client',
  'mysql2',
  'mysql2/promise',
  'mariadb',
  'mariadb/callback.js',
  'mongodb',
  'undici',
  'jsonwebtoken',
  'jose',
  '@grpc/grpc-js',
] as const;
