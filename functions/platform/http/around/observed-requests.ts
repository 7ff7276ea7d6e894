import type { MiddlewareHandler } from 'hono';
import { routeTemplate } from './route-template.ts';

/** An answered request as metrics know it: by the template of its route, never by its path. */
export interface ObservedRequest {
  method: string;
  /** `/api/apps/{appId}`; empty if no route fits. */
  route: string;
  status: number;
  /** Until the head of the response was made; a body that streams comes after it. */
  durationMs: number;
  /** Null for a success, and for pages. */
  errorCode: string | null;
}

/** Observes each request once its response is made. */
export const observedRequests =
  (observe: (request: ObservedRequest) => void, elapsed: () => number): MiddlewareHandler =>
  async (context, next) => {
    const startedAt = elapsed();
    await next();
    observe({
      method: context.req.raw.method,
      route: routeTemplate(context),
      status: context.res.status,
      durationMs: elapsed() - startedAt,
      errorCode: context.get('errorCode') ?? null,
    });
  };
