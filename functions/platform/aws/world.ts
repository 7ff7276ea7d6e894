import { randomBytes } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { BasePort } from '../composition.ts';
import { logOver, powertoolsLogger } from '../log.ts';
import type { AwsConfig } from '../settings/config.ts';
import { workInPlace } from '../work-in-place.ts';
import type { Log, World } from '../world.ts';
import { CLIENT_LIMITS, type ClientLimits } from './client-limits.ts';
import { annotatingLog } from './plan-traces.ts';

/** A port that a function may declare. */
export type PortName = Exclude<keyof World, BasePort>;

/** What ports are made of. */
interface AwsBase {
  log: Log;
  limits: ClientLimits;
  /** The port that `make` makes, once in a world: ports may stand on others. */
  port<Port>(make: AwsPort<Port>): Port;
}

/** Makes a port; each imports the clients that it needs, and no other. */
export type AwsPort<Port> = (config: AwsConfig, base: AwsBase) => Port;

/** Ports by their names. */
export type AwsPorts<Name extends PortName> = { readonly [Port in Name]: AwsPort<World[Port]> };

export type AwsWorld<Name extends PortName> = Pick<World, Name | BasePort> & { logger: Logger };

/**
 * The world on AWS of a function that declares these ports: made once per instance; clients find region and credentials
 * by themselves.
 */
export function awsWorld<Name extends PortName>(
  config: AwsConfig,
  ports: AwsPorts<Name>,
  limits: ClientLimits = CLIENT_LIMITS,
): AwsWorld<Name> {
  const logger = powertoolsLogger(config.logLevel);
  const log = annotatingLog(logOver(logger), { environment: process.env, now: Date.now });
  const made = new Map<unknown, unknown>();
  const base: AwsBase = {
    log,
    limits,
    port<Port>(make: AwsPort<Port>): Port {
      if (!made.has(make)) made.set(make, make(config, base));
      return made.get(make) as Port; // it was made by this very function
    },
  };
  const own = Object.fromEntries(
    Object.entries<AwsPort<unknown>>(ports).map(([name, make]) => [name, base.port(make)]),
  );
  const world = {
    ...own,
    work: workInPlace,
    log,
    logger,
    now: Date.now,
    elapsed: () => performance.now(),
    newId: () => randomBytes(16).toString('hex'),
  };
  return world as unknown as AwsWorld<Name>; // entries() forgets which port has which type
}
