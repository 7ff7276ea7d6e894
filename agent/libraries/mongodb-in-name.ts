import type { EventEmitter } from 'node:events';

/** The parts of a server of `mongodb` 6 that the hook uses. */
export interface MongoServer {
  s: { state: string; description: object };
  description: { address: string; isWritable: boolean };
  monitor: (EventEmitter & { connect(): void }) | null;
  pool: MongoPool;
  topology: MongoTopology;
}

/** The parts of a pool. */
export interface MongoPool extends EventEmitter {
  server: MongoServer;
  generation: number;
  options: { monitorCommands?: boolean; serverApi?: unknown };
  mongoLogger?: unknown;
  ready(): void;
  checkIn(connection: object): void;
}

/** The parts of a topology. */
export interface MongoTopology {
  s: {
    options: { replicaSet?: string };
    description: { servers: Map<string, object>; setName?: string | null };
    servers: Map<string, MongoServer>;
  };
}

/** What a server can do that is there in name only: as MongoDB 7.0 says. */
const LIMITS = {
  minWireVersion: 0,
  maxWireVersion: 21,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
};

/** What the first server of a topology answers to `hello` as a primary, and every other one as its secondary. */
export function helloInName(topology: MongoTopology | null, address: string): Record<string, unknown> {
  const hosts = topology ? [...topology.s.description.servers.keys()] : [address];
  const [primary] = hosts;
  return {
    ok: 1,
    isWritablePrimary: address === primary,
    secondary: address !== primary,
    setName: topology?.s.description.setName ?? topology?.s.options.replicaSet ?? 'replay',
    hosts,
    primary,
    me: address,
    ...LIMITS,
  };
}

/** A connection of a pool that has no socket. */
export function connectionInName(
  prototype: object,
  { server, generation, options, mongoLogger }: MongoPool,
): EventEmitter {
  const { address } = server.description;
  const members = {
    id: 0,
    address,
    generation,
    monitorCommands: options.monitorCommands ?? false,
    serverApi: options.serverApi,
    mongoLogger,
    established: true,
    closed: false,
    clusterTime: null,
    error: null,
    description: { address, type: 'RSPrimary', hello: null, compressors: [], loadBalanced: false, ...LIMITS },
  };
  return Object.assign(Object.create(prototype), members);
}
