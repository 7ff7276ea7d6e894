import type { Compose, ServicesHost } from './composition.ts';
import type { FunctionUses, PortsOf } from './function-uses.ts';
import { type Endpoint, type EndpointFacts, type Route, routesOf } from './http/api.ts';
import { type Page, type PageFacts, type PageRoute, pageRoutesOf } from './http/pages/page-route.ts';
import { type PrefixEndpoint, type PrefixFacts, type PrefixRoute, prefixRoutesOf } from './http/prefix-endpoint.ts';
import { runnable, type Step, type StepFault, type StepInput } from './steps/step.ts';
import type { Json, Log, World } from './world.ts';

/** A step as a host calls it: the state's input, and a signal that aborts when the host is about to stop. @internal */
export type RunStep = (input: unknown, signal: AbortSignal) => Promise<Json>;

/** Steps by the names of their placeholders in `state-machines/*.asl.json`. */
export type StepsByName = Readonly<Record<string, RunStep>>;

/** What a host serves for a capability. */
export interface MountedApi {
  routes: readonly Route[];
  pages: readonly PageRoute[];
  prefixes: readonly PrefixRoute[];
}

/** The declaration of a capability: its API, its steps, and what works in the background on AWS. */
export interface Capability<
  ApiPort extends keyof World = keyof World,
  StepPort extends keyof World = keyof World,
  Functions extends BackgroundUses = BackgroundUses,
> {
  readonly name: string;
  readonly endpoints: readonly EndpointFacts[];
  readonly pages: readonly PageFacts[];
  /** Below which it answers every path. */
  readonly prefixes: readonly PrefixFacts[];
  readonly stepNames: readonly string[];
  readonly uses: CapabilityUses;
  readonly functions: Functions;
  /** Its answers stream: they have no limit of size and may take up to fifteen minutes. */
  readonly streams: boolean;
  /** Gives endpoints and pages the services of their caller's tenant. */
  mountApi(host: ServicesHost<ApiPort>): MountedApi;
  /** Binds steps to the services of the tenant in their input. */
  mountSteps(host: ServicesHost<StepPort>): StepsByName;
}

/** What functions use that schedules or queues invoke, by the names of the functions. */
type BackgroundUses = Readonly<Record<string, FunctionUses>>;

/** What the functions of a capability use. */
export interface CapabilityUses {
  /** Its endpoints and pages, and the endpoints of others that its pages ask. */
  readonly api: FunctionUses & Required<Pick<FunctionUses, 'keys'>>;
  readonly steps?: FunctionUses;
}

interface CapabilityOptions<Services, Uses extends CapabilityUses, StepServices, Inputs, Functions>
  extends ApiOptions<Services, PortsOf<Uses['api']>> {
  name: string;
  uses: Uses;
  steps?: StepOptions<StepServices, PortsOf<Uses['steps']>, Inputs>;
  functions?: Functions;
  streams?: boolean;
}

interface StepOptions<Services, Port extends keyof World, Inputs> {
  /** By the names of their placeholders in `state-machines/*.asl.json`. */
  tasks: { readonly [Name in keyof Inputs]: Step<Inputs[Name] & StepInput, Services> };
  /** The services that they use. */
  services: Compose<Services, Port>;
  fault: StepFault<Inputs[keyof Inputs] & StepInput>;
}

interface ApiOptions<Services, Port extends keyof World> {
  /** The services that endpoints and pages use. */
  services: Compose<Services, Port>;
  endpoints?: readonly Endpoint<Services>[];
  pages?: readonly Page<Services>[];
  prefixes?: readonly PrefixEndpoint<Services>[];
}

/** Binds endpoints and pages to the services of their caller's tenant. */
function mountApi<Services, Port extends keyof World>(
  { services, endpoints = [], pages = [], prefixes = [] }: ApiOptions<Services, Port>,
  host: ServicesHost<Port>,
): MountedApi {
  const servicesOf = host.servicesOf(services);
  return {
    routes: routesOf(endpoints, servicesOf),
    pages: pageRoutesOf(pages, servicesOf),
    prefixes: prefixRoutesOf(prefixes, servicesOf),
  };
}

/** Binds steps to the services of the tenant in their input. */
function mountSteps<Services extends { log: Log }, Port extends keyof World, Inputs>(
  { tasks, services, fault }: StepOptions<Services, Port, Inputs>,
  host: ServicesHost<Port>,
): StepsByName {
  const servicesOf = host.servicesOf(services);
  const mounted = <Name extends keyof Inputs>(name: Name) => runnable(tasks[name], servicesOf, fault);
  const names = Object.keys(tasks) as (keyof Inputs & string)[]; // the names of placeholders are texts
  return Object.fromEntries(names.map((name) => [name, mounted(name)]));
}

/** Declares a capability. */
export const capability = <
  Services,
  const Uses extends CapabilityUses,
  StepServices extends { log: Log },
  Inputs,
  const Functions extends BackgroundUses = Record<never, FunctionUses>,
>({
  name,
  uses,
  steps,
  functions = {} as Functions, // the default of the type
  streams = false,
  ...api
}: CapabilityOptions<Services, Uses, StepServices, Inputs, Functions>): Capability<
  PortsOf<Uses['api']>,
  PortsOf<Uses['steps']>,
  Functions
> => ({
  name,
  endpoints: api.endpoints ?? [],
  pages: api.pages ?? [],
  prefixes: api.prefixes ?? [],
  stepNames: Object.keys(steps?.tasks ?? {}),
  uses,
  functions,
  streams,
  mountApi: (host) => mountApi(api, host),
  mountSteps: (host) => (steps === undefined ? {} : mountSteps(steps, host)),
});
