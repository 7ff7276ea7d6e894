import type { Context } from 'hono';
import type { World } from '../world.ts';
import { ERRORS, openApiErrors } from './api.ts';

/** The answer to another method of a path that is only read (interface 1). */
export const getOnly = (world: Pick<World, 'now'>) => (context: Context) =>
  context.json(openApiErrors(ERRORS.wrongMethod, world.now()), ERRORS.wrongMethod.status, { allow: 'GET, HEAD' });
