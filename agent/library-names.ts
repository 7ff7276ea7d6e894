/** The packages whose imports are wrapped for ECMAScript modules. */
export const LIBRARY_NAMES = [
  'pg',
  'ioredis',
  '@redis/client',
  'undici',
  'jsonwebtoken',
  'jose',
  '@grpc/grpc-js',
] as const;
