import middy from '@middy/core';
import { handle, type LambdaContext, type LambdaEvent, streamHandle } from 'hono/aws-lambda';
import { credentialReader } from '../../login/service/credentials.ts';
import type { Config } from '../settings/config.ts';
import type { World } from '../world.ts';
import { application, type Family } from './application.ts';
import { servicesFor } from './services.ts';

/** The Lambda entry of a family or more: API Gateway proxy events in, proxy results out. */
export function lambdaHandler(families: readonly Family[], world: World, config: Config) {
  const { app, servicesOf } = familyApplication(families, world, config);
  const answer = handle(app);
  return middy<LambdaEvent>()
    .after(servicesOf.linesStored)
    .handler((event, context) => answer(event, context as unknown as LambdaContext)); // middy's Context type is a superset of hono's by another name
}

/** The Lambda entry of a family whose routes API Gateway asks by response streaming: answers have no limit of size. */
export const streamingLambdaHandler = (families: readonly Family[], world: World, config: Config) =>
  streamHandle(familyApplication(families, world, config).app);

function familyApplication(families: readonly Family[], world: World, config: Config) {
  const servicesOf = servicesFor(world, config);
  const app = application({
    families,
    world,
    servicesOf,
    callerOf: credentialReader({ adminKey: config.adminKey, ...servicesOf('default') }),
  });
  return { app, servicesOf };
}
