import type { StartDownstream } from './downstream.ts';
import { startMysql } from './mysql/start-mysql.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { startRedis } from './redis/start-redis.ts';

/** A protocol other than HTTP that `--downstream name=scheme://…` proxies. */
export interface WireProtocol {
  /** Schemes of its urls, with the colon. */
  schemes: readonly string[];
  /** Where the application connects by default. */
  defaultListenPort: number;
  start: StartDownstream;
}

/** A downstream that speaks the protocol of a database or cache, and where the application connects. */
export interface WireDownstream {
  name: string;
  url: URL;
  protocol: WireProtocol;
  port: number;
}

/** The protocols by which databases and caches are recorded and answered. */
export const WIRE_PROTOCOLS: readonly WireProtocol[] = [
  { schemes: ['postgres:', 'postgresql:'], defaultListenPort: 15_432, start: startPostgres },
  { schemes: ['mysql:', 'mariadb:'], defaultListenPort: 13_306, start: startMysql },
  { schemes: ['redis:', 'rediss:'], defaultListenPort: 16_379, start: startRedis },
];
