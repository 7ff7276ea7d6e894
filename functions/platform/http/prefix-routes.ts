import type { Context, Hono } from 'hono';
import { isDiskFull } from '../disk-full.ts';
import { faultFacts } from '../fault-facts.ts';
import type { World } from '../world.ts';
import { ANSWER_HEADERS } from './answer-headers.ts';
import { type Caller, ERRORS, openApiErrors } from './api.ts';
import { readBody } from './bodies/body.ts';
import { type BodyLimits, WHOLE_BODIES } from './bodies/body-room.ts';
import { cameDirectly } from './came-directly.ts';
import type { ErrorRow } from './error-row.ts';
import { prefixCredential } from './prefix-credential.ts';
import type { PrefixResponse, PrefixRoute } from './prefix-endpoint.ts';
import { addressOf } from './source-of.ts';

export interface PrefixRoutesOptions {
  routes: readonly PrefixRoute[];
  world: Pick<World, 'now' | 'log'>;
  /** As of other endpoints; it gets the API key alone. */
  callerOf(headers: Headers): Promise<Caller | null>;
  bodies?: BodyLimits;
  /** The service asks for a password of its own in `authorization` (SVC_BASIC_AUTH). */
  isGuarded?: boolean;
}

/** Responses without a body (Fetch 2.2.3). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Adds endpoints that answer all paths below a prefix. */
export function prefixRoutes(
  app: Hono,
  { routes, world, callerOf, bodies = WHOLE_BODIES, isGuarded = false }: PrefixRoutesOptions,
): void {
  const refused = (context: Context, error: ErrorRow) =>
    Response.json(openApiErrors(error, world.now()), {
      status: error.status,
      headers: { ...ANSWER_HEADERS, ...error.headers, 'x-request-id': context.var.requestId },
    });

  async function respond(context: Context, route: PrefixRoute): Promise<Response> {
    const request = context.req.raw;
    const credential = prefixCredential(request, isGuarded);
    const known = await callerOf(credential.headers);
    const asked = {
      method: request.method,
      path: pathOf(request.url, route.prefix),
      headers: credential.others(known !== null),
      caller: known?.isElsewhere ? null : known,
      address: cameDirectly(context.env, request) ? addressOf(context.env) : null,
    };
    const hold = bodies.hold();
    try {
      const rule = { as: 'bytes', maxBytes: route.maxBytes } as const;
      const read = await readBody(request, rule, { ...bodies, hold }).catch((fault: unknown) => {
        // The client closed the connection mid-request, so no one reads the response.
        if (request.signal.aborted) return { error: ERRORS.invalidJson };
        throw fault;
      });
      if ('error' in read) {
        await route.unanswered(asked);
        return refused(context, read.error);
      }
      const answer = await route.answer({ ...asked, bytes: read.bytes });
      return responseOf(answer, context.var.requestId);
    } catch (fault) {
      world.log.error('request failed', { route: `${route.prefix}/*`, ...faultFacts(fault) });
      await route.unanswered(asked).catch((second: unknown) => {
        world.log.error('the request without a response could not be noted', faultFacts(second));
      });
      return refused(context, isDiskFull(fault) ? ERRORS.diskFull : ERRORS.internal);
    } finally {
      hold.release();
    }
  }

  for (const route of routes) app.all(`${route.prefix}/*`, (context) => respond(context, route));
}

/** What follows the prefix in a URL, undecoded. */
function pathOf(url: string, prefix: string): string {
  const at = url.indexOf('/', url.indexOf('://') + 3);
  return at === -1 ? '/' : url.slice(at + prefix.length);
}

function responseOf({ status, headers, body }: PrefixResponse, requestId: string): Response {
  const all = new Headers();
  for (const [name, value] of headers) all.append(name, value);
  all.set('x-request-id', requestId);
  // The bytes are never in shared memory, the only case that the wider type adds.
  return new Response(WITHOUT_BODY.has(status) ? null : (body as Uint8Array<ArrayBuffer>), { status, headers: all });
}
