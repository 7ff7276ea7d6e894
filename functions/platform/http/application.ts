import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { DiskReserved, isDiskFull } from '../disk-full.ts';
import { faultFacts } from '../fault-facts.ts';
import { UnusableCursor } from '../table/table-cursor.ts';
import { DamagedData } from '../values/damaged-data.ts';

import type { World } from '../world.ts';
import type { AnonymousRefusal } from './anonymous-access.ts';
import {
  type ApiResponse,
  type Caller,
  type EndpointFacts,
  ERRORS,
  type ErrorShape,
  JSON_TYPE,
  openApiErrors,
  type RefusalShape,
  type RequestFacts,
  type Route,
} from './api.ts';
import { locationBelow } from './base-path.ts';
import { answerBody } from './bodies/answer-body.ts';
import { readBody } from './bodies/body.ts';
import { type BodyLimits, WHOLE_BODIES } from './bodies/body-room.ts';
import { isLocalRequest } from './came-directly.ts';
import { completeHeaders, completeResponse } from './complete-response.ts';
import type { ErrorRow } from './error-row.ts';
import { hasScope } from './has-scope.ts';
import { problemErrors } from './problem.ts';
import type { RequestLimits } from './request-limits.ts';
import { sourceOf } from './source-of.ts';
import { withinQuota } from './within-quota.ts';

/** Endpoints that share a prefix and the format of errors for unknown paths. */
export interface Family {
  prefix: string;
  /** If false, every path below the prefix returns 404 (interface 1, SVC_REPLAY_OPENAPI). */
  enabled: boolean;
  endpoints: readonly Route[];
  errors: ErrorShape;
  /** If errors are not `errors` as JSON. */
  refusal?: RefusalShape;
  /** Checks requests to its endpoints without a scope. */
  anonymousRefusal: AnonymousRefusal;
}

export interface ApplicationOptions {
  families: readonly Family[];
  world: Pick<World, 'now' | 'newId' | 'log'>;
  /** Identifies the caller by the request's headers; null without a valid credential. */
  callerOf(headers: Headers): Promise<Caller | null>;
  /** Whether a program of the user who runs the service sent a request; by default false. */
  isOwnUser?(env: unknown, request: Request): Promise<boolean>;
  /** The quotas of tenants; none by default. */
  limits?: RequestLimits;
  /** Notes that a caller was not allowed to call an endpoint that `audits`; by default nothing does. */
  noteRefused?: NoteRefused | undefined;
  /** How much room and time bodies have; without limit by default. */
  bodies?: BodyLimits;
  /** The path of the address that people open (base-path.ts); none by default. */
  basePath?: string;
  /** Runs around each request, inside of what gives it its id; nothing by default. */
  around?: readonly MiddlewareHandler[];
}

/** Notes a refused call of an endpoint by its caller and the parameters of its path. */
export type NoteRefused = (
  caller: Caller,
  endpoint: Pick<EndpointFacts, 'audits' | 'scope'>,
  params: Readonly<Record<string, string>>,
) => Promise<void>;

/** The caller of endpoints without a credential (spec 5: anyone who can reach the Open API). */
const ANONYMOUS: Caller = { tenant: 'default', name: 'open-api', scopes: [] };

/**
 * Routes requests to endpoints; a host (Lambda, node:http) only translates to and from fetch's Request and Response.
 */
export function application(options: ApplicationOptions): Hono {
  const app = new Hono();
  const { world, basePath = '' } = options;
  const answer = (context: Context, response: ApiResponse) => {
    noteErrorCode(context, response);
    return written(context.var.requestId, below(basePath, response), world.log);
  };
  const refusal = (error: ErrorRow, errors: ErrorShape): ApiResponse => ({
    status: error.status,
    body: errors(error, world.now()),
  });
  const requestFactsOf = ({ req, var: { requestId } }: Context): RequestFacts => ({
    headers: req.raw.headers,
    path: locationBelow(basePath, req.path),
    requestId,
  });
  const refusalOf =
    ({ refusal: own, errors }: Pick<EndpointFacts, 'refusal' | 'errors'>, context: Context) =>
    (error: ErrorRow): ApiResponse => {
      context.set('errorCode', error.code);
      const refused = own?.(error, requestFactsOf(context)) ?? refusal(error, errors);
      return error.headers ? { ...refused, headers: { ...refused.headers, ...error.headers } } : refused;
    };

  app.use(async (context, next) => {
    context.set('requestId', world.newId());
    await next();
    completeHeaders(context, () => context.var.requestId);
  });
  for (const handler of options.around ?? []) app.use(handler);
  for (const family of options.families) {
    const { endpoints, enabled } = family;
    if (!enabled) continue;
    // The router takes the first route that fits, and capabilities declare theirs in any order: /{id}/export before
    // /{id}/{name}.
    for (const [path, allowed] of [...Map.groupBy(endpoints, routeOf)].toSorted(byLiterals)) {
      const allow = [...new Set(allowed.map(({ method }) => method))].sort().join(', ');
      const wrongMethod = (context: Context, endpoint: Route) => {
        const refused = refusalOf(endpoint, context)(ERRORS.wrongMethod);
        return answer(context, { ...refused, headers: { ...refused.headers, allow } });
      };
      for (const endpoint of allowed) {
        app.on(endpoint.method, path, async (context) => {
          // The router passes HEAD to GET, and some of our GETs have effects (spec 4.6).
          if (context.req.raw.method !== endpoint.method) return wrongMethod(context, endpoint);
          const refused = refusalOf(endpoint, context);
          try {
            return answer(
              context,
              await respond(context, endpoint, { ...options, family }, refused, requestFactsOf(context)),
            );
          } catch (fault) {
            return answer(context, faultAnswer(fault, context, endpoint, refused, world));
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

/** An answer whose `location` is below the base path. */
const below = (basePath: string, response: ApiResponse): ApiResponse =>
  response.headers?.location === undefined
    ? response
    : { ...response, headers: { ...response.headers, location: locationBelow(basePath, response.headers.location) } };

/** Notes the code of a refusal that an endpoint made itself; triggers are refused with status 200 (spec 7.1). */
function noteErrorCode(context: Context, { body }: ApiResponse): void {
  if (typeof body !== 'object' || body === null || !('errorCode' in body)) return;
  if (typeof body.errorCode === 'string') context.set('errorCode', body.errorCode);
}

/** Writes what an endpoint answers. */
function written(requestId: string, { status, headers = {}, ...content }: ApiResponse, log: World['log']): Response {
  if (status === 204 || status === 304) return completeResponse(requestId, null, { status, headers });
  const isJson = content.bytes === undefined && content.stream === undefined;
  return completeResponse(requestId, answerBody(content, log), {
    status,
    headers: { ...(isJson && JSON_TYPE), ...headers },
  });
}

/** Logs a fault of an endpoint, and returns what its caller receives. */
function faultAnswer(
  fault: unknown,
  context: Context,
  endpoint: Route,
  refused: (error: ErrorRow) => ApiResponse,
  { log, now }: Pick<World, 'log' | 'now'>,
): ApiResponse {
  if (fault instanceof UnusableCursor) return refused(ERRORS.unusableCursor);
  const facts = {
    route: `${endpoint.method} ${endpoint.path}`,
    request_id: context.var.requestId,
  };
  // Nothing failed: the disk was known to be low, which the log says once.
  if (fault instanceof DiskReserved) log.debug('request refused: the disk is low', facts);
  else log.error('request failed', { ...facts, ...faultFacts(fault) });
  if (fault instanceof DamagedData) return refused(ERRORS.damaged);
  const error = isDiskFull(fault) ? ERRORS.diskFull : ERRORS.internal;
  return endpoint.fault?.(now(), context.req.raw.headers, error) ?? refused(error);
}

/** Who calls an endpoint, or why the caller may not; a refused action is noted. */
async function admission(
  { req }: Context,
  endpoint: Route,
  { callerOf, family, noteRefused }: Pick<ApplicationOptions, 'callerOf' | 'noteRefused'> & { family: Family },
): Promise<{ caller: Caller } | { error: ErrorRow }> {
  if (endpoint.scope === null) {
    const error = family.anonymousRefusal(req.raw, endpoint);
    if (error === null) return { caller: ANONYMOUS };
    // Ids that such a caller makes up would fill the log.
    await noteRefused?.(ANONYMOUS, endpoint, {});
    return { error };
  }
  const known = await callerOf(req.raw.headers);
  const isElsewhere = known?.isElsewhere === true;
  if (isElsewhere && endpoint.errors === problemErrors) return { error: ERRORS.tenantMismatch };
  if (known === null || isElsewhere) return { error: ERRORS.unauthenticated };
  if (hasScope(known, endpoint.scope) || (endpoint.hosts && known.host)) return { caller: known };
  await noteRefused?.(known, endpoint, req.param() as Record<string, string>); // as in respond
  return { error: ERRORS.forbidden };
}

async function respond(
  context: Context,
  endpoint: Route,
  { callerOf, family, limits, noteRefused, bodies = WHOLE_BODIES, isOwnUser }: ApplicationOptions & { family: Family },
  refused: (error: ErrorRow) => ApiResponse,
  requestFacts: RequestFacts,
): Promise<ApiResponse> {
  const request = context.req.raw;
  const admitted = await admission(context, endpoint, { callerOf, family, noteRefused });
  if ('error' in admitted) return refused(admitted.error);
  const { caller } = admitted;
  const tooFast = limits?.rateError(endpoint, caller.tenant) ?? null;
  if (tooFast !== null) return refused(tooFast);
  const hold = bodies.hold();
  try {
    const room = { ...bodies, hold };
    const read = await readBody(request, endpoint.body, room).catch((fault: unknown): { error: ErrorRow } => {
      // The client closed the connection mid-request, so no one reads the response.
      if (request.signal.aborted) return { error: ERRORS.invalidJson };
      throw fault;
    });
    if ('error' in read) return refused(read.error);
    const query = queryOf(request.url);
    const call = { endpoint, tenant: caller.tenant, request: { ...read, query }, refused };
    // Awaited here: the room of the body is held until it is answered.
    return await withinQuota(limits, call, () =>
      endpoint.answer({
        method: request.method,
        params: context.req.param() as Record<string, string>, // hono types params by a literal path, ours is data
        query,
        ...requestFacts,
        caller,
        async holder() {
          const holder = endpoint.scope === null ? await callerOf(request.headers) : caller;
          return holder?.isElsewhere ? null : holder;
        },
        isOwnUser: async () => (await isOwnUser?.(context.env, request)) ?? false,
        get source() {
          return sourceOf(context.env);
        },
        get isLocal() {
          return isLocalRequest(context.env, request);
        },
        ...read,
      }),
    );
  } finally {
    hold.release();
  }
}

/** The query of a URL, which no server receives a fragment of. */
function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at));
}

/** `/a/{b}` in the router's spelling. */
const routeOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, ':$1');

/** Sorts a literal segment before a parameter. */
const byLiterals = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  literals(a) < literals(b) ? -1 : 1;
const literals = (path: string) => path.replace(/:\w+/g, '\uffff');
