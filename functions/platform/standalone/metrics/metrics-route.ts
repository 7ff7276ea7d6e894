import type { Hono } from 'hono';
import { compress } from 'hono/compress';
import { isLocalRequest } from '../../http/came-directly.ts';
import { tokenCheck } from '../../http/checks/token-check.ts';
import { getOnly } from '../../http/get-only.ts';
import type { World } from '../../world.ts';
import type { ServiceMetrics } from './service-metrics.ts';

interface MetricsRoute {
  metrics: Pick<ServiceMetrics, 'contentType' | 'text'>;
  /** SVC_METRICS_TOKEN; null: only direct requests of this machine may read, of a service on loopback. */
  token: string | null;
  world: Pick<World, 'now'>;
}

/** Adds `GET /metrics`, the text format of Prometheus; compressed where the client takes it, as Prometheus does. */
export function metricsRoute(app: Hono, { metrics, token, world }: MetricsRoute): void {
  const hasToken = token === null ? null : tokenCheck(token);
  const noStore = { 'cache-control': 'no-store' };
  app.get('/metrics', compress(), async (context) => {
    const { raw } = context.req;
    const mayRead = hasToken === null ? isLocalRequest(context.env, raw) : hasToken(raw.headers);
    if (!mayRead) {
      const refused = { errorCode: 'UNAUTHENTICATED', errorMessage: 'the token of SVC_METRICS_TOKEN is needed' };
      return context.json(refused, 401, { ...noStore, 'www-authenticate': 'Bearer' });
    }
    return context.body(await metrics.text(), 200, { ...noStore, 'content-type': metrics.contentType });
  });
  app.all('/metrics', getOnly(world));
}
