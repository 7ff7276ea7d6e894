import type { Hono } from 'hono';
import { getOnly } from '../http/get-only.ts';
import type { World } from '../world.ts';
import { type Readiness, UNREADY } from './upkeep/readiness.ts';

/**
 * Adds `GET /readyz`: 200 if the service can do its work, otherwise 503 with every reason. `/healthz` only says that
 * the process answers.
 */
export function readyRoute(app: Hono, readiness: Pick<Readiness, 'reasons'>, world: Pick<World, 'now'>): void {
  app.get('/readyz', async (context) => {
    const reasons = await readiness.reasons();
    const headers = { 'cache-control': 'no-store' };
    if (reasons.length === 0) return context.json({ status: 'ready', reasons: [] }, 200, headers);
    const named = reasons.map((code) => ({ code, message: UNREADY[code] }));
    return context.json({ status: 'unready', reasons: named }, 503, headers);
  });
  app.all('/readyz', getOnly(world));
}
