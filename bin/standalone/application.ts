import type { Hono, MiddlewareHandler } from 'hono';
import { callerReader } from '../../functions/composition/callers.ts';
import { CAPABILITIES } from '../../functions/composition/capabilities.ts';
import { refusedActions } from '../../functions/composition/refused-actions.ts';
import { digestOfSetting } from '../../functions/login/composition.ts';
import type { Compositions } from '../../functions/platform/composition.ts';
import { application } from '../../functions/platform/http/application.ts';
import { basePathOf } from '../../functions/platform/http/base-path.ts';
import { bodyLimits } from '../../functions/platform/http/bodies/body-room.ts';
import { documentRoutes } from '../../functions/platform/http/documents/document-routes.ts';
import { type ServiceDocuments, serviceDocuments } from '../../functions/platform/http/documents/service-documents.ts';
import { familiesOf } from '../../functions/platform/http/families.ts';
import { pageRoutes } from '../../functions/platform/http/pages/page-routes.ts';
import { prefixRoutes } from '../../functions/platform/http/prefix-routes.ts';
import { requestLimits } from '../../functions/platform/http/request-limits.ts';
import { assets } from '../../functions/platform/pages-shell/assets.ts';
import { REFERENCE_FILES } from '../../functions/platform/pages-shell/page-files.ts';
import { problemPage } from '../../functions/platform/pages-shell/problem.ts';
import { referencePages } from '../../functions/platform/pages-shell/reference/reference-pages.ts';
import { type RunRate, runRate } from '../../functions/platform/run-rate.ts';
import type { Config, StandaloneConfig } from '../../functions/platform/settings/config.ts';
import { isOwnUser } from '../../functions/platform/standalone/gateway/own-user.ts';
import type { DiskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import { guardGrowth } from '../../functions/platform/standalone/upkeep/guard-growth.ts';
import type { World } from '../../functions/platform/world.ts';

export interface StandaloneApplicationOptions {
  host: Compositions;
  world: Pick<World, 'table' | 'now' | 'elapsed' | 'newId' | 'log' | 'work'>;
  config: Config & Pick<StandaloneConfig, 'bodies' | 'basicAuth'>;
  /** Shared with what starts runs by itself. */
  runs?: RunRate;
  /** The room on the disk; without it, it never ends. */
  room?: Pick<DiskRoom, 'isLow'>;
  /** Runs around each request. */
  around?: readonly MiddlewareHandler[];
}

/** Every endpoint and page of the service in one application. */
export function standaloneApplication({
  host,
  world,
  config,
  runs = runRate(world, config),
  room,
  around = [],
}: StandaloneApplicationOptions): Hono {
  const callerOf = callerReader(host, digestOfSetting(config.adminKey));
  const basePath = basePathOf(config.publicUrl);
  const mounted = CAPABILITIES.map(({ mountApi }) => mountApi(host));
  const routes = guardGrowth(
    mounted.flatMap((api) => api.routes),
    room,
  );
  const pages = mounted.flatMap((api) => api.pages);
  const limits = requestLimits({ world, config, runs });
  const bodies = bodyLimits({ ...config.bodies, work: world.work });
  const families = familiesOf(routes, config);
  const noteRefused = refusedActions(host);
  const app = application({ families, world, callerOf, limits, bodies, basePath, isOwnUser, noteRefused, around });
  const prefixes = mounted.flatMap((api) => api.prefixes);
  prefixRoutes(app, { routes: prefixes, world, callerOf, bodies, isGuarded: config.basicAuth !== null });
  let made: ServiceDocuments | undefined;
  const documents = () => {
    made ??= serviceDocuments({ endpoints: routes, config, files: REFERENCE_FILES });
    return made;
  };
  pageRoutes(app, {
    pages: [...pages, ...referencePages(() => documents().page)],
    assets,
    endpoints: routes,
    world,
    callerOf,
    problem: problemPage,
    basePath,
    bodies,
    noteRefused,
    limits,
  });
  documentRoutes(app, { document: () => documents().document, world });
  return app;
}
