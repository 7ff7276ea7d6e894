import type { Context } from 'hono';
import { routePath } from 'hono/route';

/**
 * The template of the route that answered, `/api/apps/{appId}`; empty if no route fits. For a middleware, after `next`.
 */
export function routeTemplate(context: Context): string {
  const path = routePath(context);
  return path === '/*' || path === '*' ? '' : path.replace(/:(\w+)/g, '{$1}');
}
