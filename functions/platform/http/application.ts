import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { UnusableCursor } from '../table/table-cursor.ts';
import type { World } from '../world.ts';
import { answerBody } from './answer-body.ts';
import {
  type ApiResponse,
  type Asked,
  type Caller,
  type Endpoint,
  ERRORS,
  type ErrorRow,
  type ErrorShape,
  openApiErrors,
  type RefusalShape,
  type Services,
} from './api.ts';
import { readBody } from './body.ts';
import { faultFacts } from './fault-facts.ts';
import { isFromAnotherSite } from './from-another-site.ts';
import { mayDo } from './may-do.ts';
import { problemErrors } from './problem.ts';
import { sourceOf } from './source-of.ts';

/** Endpoints that share a prefix and the wording of its unknown paths. */
export interface Family {
  prefix: string;
  /** Off: every path below the prefix answers 404 (interface 1, SVC_REPLAY_OPENAPI). */
  enabled: boolean;
  endpoints: readonly Endpoint[];
  errors: ErrorShape;
  /** Where it is not `errors` as JSON. */
  refusal?: RefusalShape;
}

export interface ApplicationOptions {
  families: readonly Family[];
  world: Pick<World, 'now' | 'newId' | 'log'>;
  /** What is stored for a tenant. */
  servicesOf(tenant: string): Services;
  /** Who asks, by the request's headers; null without a good credential. */
  callerOf(headers: Headers): Promise<Caller | null>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The caller of endpoints that ask for no credential (spec 5: whoever reaches the Open API). */
const ANYBODY: Caller = { tenant: 'default', name: 'open-api', scopes: [] };

/** Routes requests to endpoints; a host (Lambda, node:http) only translates to and from fetch's Request and Response. */
export function application(options: ApplicationOptions): Hono {
  const app = new Hono();
  const { world } = options;
  const answer = (context: Context, { status, headers, ...content }: ApiResponse) =>
    // the type is a list of literals; ours come from endpoints that are typed as number
    status === 204
      ? context.body(null, status, headers ?? {})
      : context.body(answerBody(content, world.log), status as ContentfulStatusCode, {
          ...(content.bytes === undefined && content.stream === undefined && JSON_TYPE),
          ...headers,
        });
  const refusal = (error: ErrorRow, errors: ErrorShape, headers?: Record<string, string>): ApiResponse => ({
    status: error.status,
    body: errors(error, world.now()),
    ...(headers && { headers }),
  });
  const askedOf = ({ req, res }: Context): Asked => ({
    headers: req.raw.headers,
    path: req.path,
    requestId: res.headers.get('x-request-id') ?? '',
  });
  const refusalOf =
    ({ refusal: own, errors }: Pick<Endpoint, 'refusal' | 'errors'>, context: Context) =>
    (error: ErrorRow): ApiResponse =>
      own?.(error, askedOf(context)) ?? refusal(error, errors);

  app.use(async (context, next) => {
    context.header('x-request-id', world.newId());
    await next();
  });
  for (const { endpoints, enabled } of options.families) {
    if (!enabled) continue;
    for (const [path, allowed] of Map.groupBy(endpoints, routeOf)) {
      const allow = [...new Set(allowed.map(({ method }) => method))].sort().join(', ');
      const wrongMethod = (context: Context, endpoint: Endpoint) => {
        const refused = refusalOf(endpoint, context)(ERRORS.wrongMethod);
        return answer(context, { ...refused, headers: { ...refused.headers, allow } });
      };
      for (const endpoint of allowed) {
        app.on(endpoint.method, path, async (context) => {
          // The router hands HEAD to GET, and some of our GETs do something (spec 4.6).
          if (context.req.raw.method !== endpoint.method) return wrongMethod(context, endpoint);
          const refused = refusalOf(endpoint, context);
          try {
            return answer(context, await respond(context, endpoint, options, refused, askedOf(context)));
          } catch (fault) {
            if (fault instanceof UnusableCursor) return answer(context, refused(ERRORS.unusableCursor));
            world.log.error('request failed', {
              route: `${endpoint.method} ${endpoint.path}`,
              request_id: context.res.headers.get('x-request-id'),
              ...faultFacts(fault),
            });
            return answer(context, endpoint.fault?.(world.now(), context.req.raw.headers) ?? refused(ERRORS.internal));
          }
        });
      }
      const [first] = allowed;
      if (first) app.all(path, (context) => wrongMethod(context, first));
    }
  }
  app.notFound((context) => {
    const family = options.families.find(({ prefix }) => context.req.path.startsWith(prefix));
    return answer(context, refusalOf(family ?? { errors: openApiErrors }, context)(ERRORS.notFound));
  });
  return app;
}

async function respond(
  context: Context,
  endpoint: Endpoint,
  { callerOf, servicesOf }: ApplicationOptions,
  refused: (error: ErrorRow) => ApiResponse,
  asked: Asked,
): Promise<ApiResponse> {
  const request = context.req.raw;
  let caller = ANYBODY;
  if (endpoint.scope !== null) {
    const known = await callerOf(request.headers);
    const isElsewhere = known?.isElsewhere === true;
    if (isElsewhere && endpoint.errors === problemErrors) return refused(ERRORS.tenantMismatch);
    if (known === null || isElsewhere) return refused(ERRORS.unauthenticated);
    if (!mayDo(known, endpoint.scope) && !(endpoint.hosts && known.host)) return refused(ERRORS.forbidden);
    caller = known;
  } else if (isFromAnotherSite(request.headers)) {
    return refused(ERRORS.forbidden);
  }
  const read = await readBody(request, endpoint.body).catch((fault: unknown): { error: ErrorRow } => {
    // The client hung up in the middle: no fault of ours, and nobody hears the answer.
    if (request.signal.aborted) return { error: ERRORS.invalidJson };
    throw fault;
  });
  if ('error' in read) return refused(read.error);
  return endpoint.answer(
    {
      method: request.method,
      params: context.req.param() as Record<string, string>, // hono types parameters by a literal path, ours come from a list
      query: new URL(request.url).searchParams,
      ...asked,
      caller,
      source: sourceOf(context.env),
      ...read,
    },
    servicesOf(caller.tenant),
  );
}

/** `/a/{b}` in the router's spelling. */
const routeOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, ':$1');
