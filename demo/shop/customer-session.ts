import type { Context } from 'hono';
import type { ShopCache, ShopSession } from './cache.ts';
import { meta } from './meta.ts';

/** Wraps the response of a route that requires a session; 401 without one. */
export const customerOf =
  (cache: ShopCache) =>
  (answer: (session: ShopSession, context: Context) => Response | Promise<Response>) =>
  async (context: Context) => {
    const session = await cache.session(tokenOf(context));
    return session ? answer(session, context) : context.json({ error: 'please log in', meta: meta() }, 401);
  };

/** The token of a request; empty without one. */
export const tokenOf = ({ req }: Context): string => (req.header('authorization') ?? '').replace(/^Bearer /, '');
