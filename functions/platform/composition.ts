import type { Config } from './settings/config.ts';
import type { Log, World } from './world.ts';

/** Ports that every composition has: they need no rights. */
export type BasePort = 'work' | 'log' | 'now' | 'elapsed' | 'newId';

/** Composes the services of one tenant. A capability names the ports that it needs; a host may have more. */
export interface Composition<Port extends keyof World = BasePort> {
  readonly tenant: string;
  readonly config: Config;
  /** The ports of the host; `log` also stores its lines among the tenant's rows (interface 2.8). */
  readonly world: Pick<World, Port | BasePort>;
  /** The services that `compose` creates, once per tenant. */
  use<Services>(compose: (composition: Composition<Port>) => Services): Services;
  /** The services that `compose` creates, once per process: for what is needed before the tenant is known. */
  shared<Services>(compose: (composition: SharedComposition<Port>) => Services): Services;
  /** What the host bound to a slot; throws if it is unbound. */
  bound<Services>(slot: Slot<Services>): Services;
  /** Runs when the process is about to end, so that waiting requests get a response. */
  onStop(action: () => void): void;
}

export type SharedComposition<Port extends keyof World = BasePort> = Pick<
  Composition<Port>,
  'config' | 'world' | 'shared'
>;

/** Composes the services of a capability for one tenant. */
export type Compose<Services, Port extends keyof World = keyof World> = (composition: Composition<Port>) => Services;

/** A dependency on a capability above: the lower capability declares the slot, the host binds it. */
export interface Slot<Services> {
  readonly name: string;
  /** Carries only the type. */
  readonly services?: Services;
}

export const slot = <Services>(name: string): Slot<Services> => ({ name });

/** A slot with its implementation. */
export interface Binding<Port extends keyof World = keyof World> {
  readonly slot: Slot<unknown>;
  readonly compose: Compose<unknown, Port>;
}

/** Binds a slot; the host passes the binding to `compositions`. */
export const bind = <Services, Port extends keyof World>(
  filled: Slot<Services>,
  compose: Compose<Services, Port>,
): Binding<Port> => ({ slot: filled, compose });

export interface CompositionsOptions<Port extends keyof World> {
  world: Pick<World, Port | BasePort>;
  config: Config;
  bindings?: readonly Binding<Port>[];
  /** The log of a tenant, if its lines are also stored as rows. */
  tenantLog?: Compose<TenantLog, Port>;
}

export interface TenantLog {
  log: Log;
  /** Resolves when every line so far is stored or dropped. */
  settled(): Promise<void>;
}

/** Returns the services of a tenant. */
export type ServicesOf<Services> = (tenant: string) => Services;

/** The services of one process: each capability's services are composed on demand, once per tenant. */
export function compositions<Port extends keyof World>(options: CompositionsOptions<Port>) {
  const { world, config, bindings = [], tenantLog } = options;
  const byTenant = new Map<string, Composition<Port>>();
  const shared = remembered<SharedComposition<Port>>();
  const sharedComposition: SharedComposition<Port> = {
    config,
    world,
    shared: (compose) => shared(compose, sharedComposition),
  };
  const stops: (() => void)[] = [];
  const logs: TenantLog[] = [];
  let isStopping = false;

  function compositionOf(tenant: string): Composition<Port> {
    const present = byTenant.get(tenant);
    if (present) return present;
    const used = remembered<Composition<Port>>();
    const composition = (ports: Pick<World, Port | BasePort>): Composition<Port> => {
      const made: Composition<Port> = {
        tenant,
        config,
        world: ports,
        use: (compose) => used(compose, made),
        shared: sharedComposition.shared,
        bound<Services>(wanted: Slot<Services>): Services {
          const found = bindings.find((binding) => binding.slot === wanted);
          if (found === undefined) throw new Error(`nothing is bound to the slot ${wanted.name}`);
          return used(found.compose, made) as Services; // `bind` checked that both have the same type
        },
        onStop(action) {
          stops.push(action);
          if (isStopping) action();
        },
      };
      return made;
    };
    const own = tenantLog?.(composition(world));
    if (own) logs.push(own);
    const made = composition(own ? { ...world, log: own.log } : world);
    byTenant.set(tenant, made);
    return made;
  }

  return {
    /** The services that `compose` creates for a tenant. */
    servicesOf:
      <Services>(compose: Compose<Services, Port>): ServicesOf<Services> =>
      (tenant) =>
        compositionOf(tenant).use(compose),
    shared: sharedComposition.shared,
    /** Resolves when all lines logged so far are stored; call before a process ends or is frozen. */
    flushLogs: async (): Promise<void> => void (await Promise.all(logs.map(({ settled }) => settled()))),
    /** Runs everything registered by `onStop`, immediately and for later registrations; call before a process ends. */
    stop(): void {
      isStopping = true;
      for (const action of stops) action();
    },
  };
}

export type Compositions<Port extends keyof World = keyof World> = ReturnType<typeof compositions<Port>>;

/** Provides the services of capabilities. */
export type ServicesHost<Port extends keyof World = keyof World> = Pick<Compositions<Port>, 'servicesOf'>;

/** Caches the result of each function. */
function remembered<Argument>() {
  const made = new Map<unknown, unknown>();
  return <Made>(make: (argument: Argument) => Made, argument: Argument): Made => {
    if (!made.has(make)) made.set(make, make(argument));
    return made.get(make) as Made; // this very function created it
  };
}
