import middy from '@middy/core';
import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { credentialReader } from '../../login/service/credentials.ts';
import type { Config } from '../settings/config.ts';
import type { World } from '../world.ts';
import { application } from './application.ts';
import { documentRoutes } from './documents/document-routes.ts';
import { type PageRoutesOptions, pageRoutes } from './pages/page-routes.ts';
import { servicesFor } from './services.ts';

/** The Lambda entry of the pages and of the OpenAPI document (interface 13): API Gateway proxy events in, proxy results out. */
export function pageLambdaHandler(
  { style, ...own }: Pick<PageRoutesOptions, 'pages' | 'assets' | 'endpoints' | 'problem'> & { style: string },
  world: World,
  config: Config,
) {
  const servicesOf = servicesFor(world, config);
  const callerOf = credentialReader({ adminKey: config.adminKey, ...servicesOf('default') });
  const app = application({ families: [], world, servicesOf, callerOf });
  pageRoutes(app, { ...own, world, servicesOf, callerOf });
  documentRoutes(app, { endpoints: own.endpoints, config, world, style });
  const answer = handle(app);
  return middy<LambdaEvent>()
    .after(servicesOf.linesStored)
    .handler((event, context) => answer(event, context as unknown as LambdaContext)); // middy's Context type is a superset of hono's by another name
}
