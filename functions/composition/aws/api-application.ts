import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { noOwnTargetsBinding } from '../../applications/composition.ts';
import { loginAsGuest } from '../../login/api/login-guest.ts';
import { refreshTokensByPost } from '../../login/api/login-refresh.ts';
import { adminDigestOf, sessionServices } from '../../login/composition.ts';
import { tenantLog } from '../../logs/composition.ts';
import type { PortName } from '../../platform/aws/world.ts';
import type { Capability } from '../../platform/capability.ts';
import type { BasePort } from '../../platform/composition.ts';
import {
  type Binding,
  type Compose,
  type Composition,
  type Compositions,
  compositions,
  type ServicesHost,
} from '../../platform/composition.ts';
import { type Endpoint, type Route, routesOf } from '../../platform/http/api.ts';
import { application } from '../../platform/http/application.ts';
import { basePathOf } from '../../platform/http/base-path.ts';
import { familiesOf } from '../../platform/http/families.ts';
import type { Asset, PageRoute } from '../../platform/http/pages/page-route.ts';
import { pageRoutes } from '../../platform/http/pages/page-routes.ts';
import { prefixRoutes } from '../../platform/http/prefix-routes.ts';
import { requestLimits } from '../../platform/http/request-limits.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { runRate } from '../../platform/run-rate.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { World } from '../../platform/world.ts';
import { callerReader } from '../callers.ts';
import { refusedActions } from '../refused-actions.ts';
import { ADDRESSES_FILE } from './bundled-files.ts';
import type { SiteParts } from './site-routes.ts';

/** What the API function of a capability is made of, besides its ports. */
export interface ApiFunction<Port extends PortName> {
  capability: Capability<Port, never>;
  /** What its services need from capabilities above it. */
  bindings?: readonly Binding<NoInfer<Port>>[];
  /** Endpoints of other capabilities that its pages ask. */
  asks?: readonly Asks<Port>[];
  assets?: readonly Asset[];
  /** Pages of no capability; `folder` has the files that lie beside the bundle. */
  addsPages?(folder: string): readonly PageRoute[];
  /** Adds what is of no capability. */
  adds?(app: Hono, parts: SiteParts): void;
}

/** Checks that bindings and asked endpoints need the ports only that the capability declares. */
export const declared = <Port extends PortName>(api: ApiFunction<Port>) => api;

/** Endpoints with their services. */
export type Asks<Port extends keyof World> = (host: ServicesHost<Port>) => readonly Route[];

/** Names endpoints that pages of another capability ask, and what composes their services. */
export const asks =
  <Services, Port extends keyof World>(
    services: Compose<Services, Port>,
    ...endpoints: readonly Endpoint<Services>[]
  ): Asks<Port> =>
  (host) =>
    routesOf(endpoints, host.servicesOf(services));

export interface ApiHost<Port extends PortName> {
  world: Pick<World, Port | BasePort>;
  config: Config;
  /** Where the files lie that are written beside the bundle (bundled-files.ts). */
  folder: string;
}

/** The endpoints of a capability, of every family, and its pages. */
export function apiApplication<Port extends PortName>(
  { capability, bindings = [], asks: asked = [], assets = [], addsPages, adds }: ApiFunction<Port>,
  { world, config, folder }: ApiHost<Port>,
) {
  const host = composed(world, config, bindings);
  const callerOf = callerReader(host, host.shared(adminDigestOf));
  const { routes, pages, prefixes } = capability.mountApi(host);
  // Every API function has rows (CapabilityUses), which the type parameter does not say.
  const limits = requestLimits({ world: world as unknown as World, config, runs: runRate(world, config) });
  const basePath = basePathOf(config.publicUrl);
  const noteRefused = refusedActions(host);
  const app = application({ families: familiesOf(routes, config), world, callerOf, limits, basePath, noteRefused });
  prefixRoutes(app, { routes: prefixes, world, callerOf });
  if (pages.length > 0) {
    const sessions = routesOf<ReturnType<typeof ofSessions>>(
      [refreshTokensByPost, loginAsGuest],
      host.servicesOf(ofSessions),
    );
    const endpoints = [...routes, ...asked.flatMap((of) => of(host)), ...sessions];
    const addresses = () => v.parse(Addresses, JSON.parse(readFileSync(join(folder, ADDRESSES_FILE), 'utf8')));
    pageRoutes(app, {
      pages: [...pages, ...(addsPages?.(folder) ?? [])],
      addresses,
      assets,
      endpoints,
      world,
      callerOf,
      problem: problemPage,
      basePath,
      noteRefused,
      limits,
    });
  }
  adds?.(app, { world, folder, publicUrl: config.publicUrl });
  return { app, flushLogs: host.flushLogs };
}

const Addresses = v.array(v.string());

/** What opens and refreshes the sessions of pages. */
const ofSessions = ({ world, config, shared }: Composition<'table' | 'keys'>) => ({
  ...world,
  config,
  ...shared(sessionServices),
});

/** Every API function has rows, blobs and keys (CapabilityUses), which the type parameter does not say. */
const composed = <Port extends PortName>(
  world: Pick<World, Port | BasePort>,
  config: Config,
  bindings: readonly Binding<Port>[],
) =>
  compositions<keyof World>({
    world: world as unknown as World,
    config,
    bindings: [...(bindings as unknown as readonly Binding[]), noOwnTargetsBinding],
    tenantLog,
  }) as Compositions;
