import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDiskFull } from '../../disk-full.ts';
import { faultFacts } from '../../fault-facts.ts';
import { UnusableCursor } from '../../table/table-cursor.ts';
import { DamagedData } from '../../values/damaged-data.ts';
import type { World } from '../../world.ts';
import type { Caller, Route } from '../api.ts';
import { locationBelow, pathWithin } from '../base-path.ts';
import { type BodyLimits, WHOLE_BODIES } from '../bodies/body-room.ts';
import { isLocalRequest } from '../came-directly.ts';
import { isCrossSite } from '../cross-site.ts';
import { hasScope } from '../has-scope.ts';
import { sourceOf } from '../source-of.ts';
import { assetRoutes } from './asset-routes.ts';
import { csrfToken, isCsrfToken } from './csrf.ts';
import { consumeFlashMessage, flashCookie } from './flash-message.ts';
import { formFields } from './form-fields.ts';
import { type PageCaller, pageCallers } from './page-caller.ts';
import { type PageChecks, type PageOrigin, pageClient } from './page-client.ts';
import { reloadPage, responseOf } from './page-response.ts';
import type { Ask, Asset, Html, PageFacts, PageRequest, PageRoute } from './page-route.ts';
import { type CookieScope, sessionCookie } from './session-cookie.ts';

export interface PageRoutesOptions extends PageChecks {
  pages: readonly PageRoute[];
  /** Paths of the pages that a login may lead back to; those of `pages` by default. */
  addresses?(): readonly string[];
  assets: readonly Asset[];
  /** The endpoints that pages call (page-client.ts). */
  endpoints: readonly Route[];
  world: Pick<World, 'now' | 'newId' | 'log'>;
  callerOf(headers: Headers): Promise<Caller | null>;
  /** The path of the address that people open (base-path.ts); none by default. */
  basePath?: string;
  /** How much room and time forms have; without limit by default. */
  bodies?: BodyLimits;
  /** The page shown in place of a page that is not available; `request` is null if there is no caller. */
  problem(problem: PageProblem, request: PageRequest | null): Html;
}

/** Why a page is not shown. */
export type PageProblem =
  | 'not-found'
  | 'wrong-method'
  | 'forbidden'
  | 'bad-form'
  | 'too-large'
  | 'too-slow'
  | 'busy'
  | 'bad-link'
  | 'disk-full'
  | 'unreadable'
  | 'damaged'
  | 'fault';

const STATUS: Readonly<Record<PageProblem, ContentfulStatusCode>> = {
  'not-found': 404,
  'wrong-method': 405,
  forbidden: 403,
  'bad-form': 403,
  'too-large': 413,
  'too-slow': 408,
  busy: 429,
  'bad-link': 400,
  'disk-full': 507,
  unreadable: 410,
  damaged: 500,
  fault: 500,
};

const problemOf = (fault: unknown): PageProblem => {
  if (fault instanceof DamagedData) return 'damaged';
  return isDiskFull(fault) ? 'disk-full' : 'fault';
};

const MAX_FORM_BYTES = 1024 * 1024;
const ANONYMOUS: Caller = { tenant: 'default', name: 'anonymous', scopes: [] };
/** Where callers who are not logged in are redirected. */
const LOGIN = '/console/login';
const HOME = '/console';

/** What all pages are shown with. */
interface PageRoutes {
  options: PageRoutesOptions;
  pages: readonly PageRoute[];
  world: Pick<World, 'now' | 'newId' | 'log'>;
  problem: (problem: PageProblem, request: PageRequest | null) => Html;
  bodies: BodyLimits;
  basePath: string;
  clientOf: (caller: Caller, origin: PageOrigin) => Ask;
  callerOfPage: (headers: Headers, scope: CookieScope, ask: Ask, opensGuest: boolean) => Promise<PageCaller>;
  forms: readonly RegExp[] | undefined;
}

/** Adds the pages of the console and of the report, and their assets, to the application. */
export function pageRoutes(app: Hono, options: PageRoutesOptions): void {
  const { pages, assets, world, callerOf, problem, bodies = WHOLE_BODIES, basePath = '' } = options;
  const clientOf = pageClient(options.endpoints, world, options);
  const callerOfPage = pageCallers({ ...world, callerOf });
  assetRoutes(app, assets);
  const routes = { options, pages, world, problem, bodies, basePath, clientOf, callerOfPage, forms: undefined };
  for (const page of pages) {
    app.on(page.method, page.path.replace(/\{(\w+)\}/g, ':$1'), (context) => respond(routes, context, page));
  }
  for (const [path, methods] of Map.groupBy(pages, (page) => page.path)) {
    const allow = [...new Set(methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(
      ', ',
    );
    const wrongMethod = refused(routes, 'wrong-method', { allow });
    app.all(
      path.replace(/\{(\w+)\}/g, ':$1'),
      async (context): Promise<Response> =>
        ['GET', 'HEAD'].includes(context.req.method)
          ? respond(routes, context, wrongMethod)
          : context.body(null, 405, { allow }),
    );
  }
  const unknown = refused(routes, 'not-found');
  for (const path of ['/console/*', '/report/*']) {
    app.get(path, async (context): Promise<Response> => {
      const { pathname, search } = new URL(context.req.url);
      const page = pathname.replace(/\/+$/, '');
      const isMistyped = page !== pathname && isKnown(routes, page);
      return isMistyped
        ? context.redirect(locationBelow(basePath, `${page}${search}`), 308)
        : respond(routes, context, unknown);
    });
  }
  app.get('/', (context) => context.redirect(locationBelow(basePath, HOME), 303));
}

/** Whether a page has this address. */
function isKnown(routes: PageRoutes, address: string): boolean {
  routes.forms ??= (routes.options.addresses?.() ?? addressesOf(routes.pages)).map(addressForm);
  return routes.forms.some((form) => form.test(address));
}

async function respond(routes: PageRoutes, context: Context, page: PageRoute): Promise<Response> {
  const request = context.req.raw;
  const hold = routes.bodies.hold();
  let pageRequest: PageRequest | null = null;
  let kept: readonly string[] = [];
  try {
    const url = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD' && isCrossSite(request.headers))
      return await shown(routes, 'bad-form', null);
    const isAsked = page.method === 'GET' && page.scope !== null;
    if (isAsked && isCrossSiteLink(request.headers, url)) return reloadPage(url, routes.basePath);
    const scope = { url, basePath: routes.basePath };
    const origin = { source: sourceOf(context.env), isLocal: isLocalRequest(context.env, request) };
    const askLogin = routes.clientOf(ANONYMOUS, { ...origin, source: null });
    const who = await routes.callerOfPage(request.headers, scope, askLogin, isAsked);
    if (who.changed && who.session) kept = [sessionCookie(who.session, scope)];
    if (page.scope !== null && who.caller === null)
      return await responseOf(
        { location: loginPath(backOf(routes, page, request, url)), cookies: kept },
        shownBy(routes),
      );

    const flash = page.method === 'GET' ? consumeFlashMessage(request.headers, scope) : null;
    if (flash !== null) kept = [...kept, flash];
    pageRequest = requestOf(routes, context, page, url, who, origin);
    if (page.scope !== null && !pageRequest.may(page.scope)) return await forbidden(routes, page, pageRequest, kept);
    if (page.method === 'POST') {
      const form = await formFields(request, page.maxBytes ?? MAX_FORM_BYTES, { ...routes.bodies, hold });
      if (typeof form === 'string') return await shown(routes, form, pageRequest, kept);
      if (who.session && !isCsrfToken(form.get('csrf'), who.session.secret))
        return await shown(routes, 'bad-form', pageRequest, kept);
      pageRequest.form = form;
    }
    const answer = await page.answer(pageRequest);
    const notice = answer.location === undefined ? null : flashCookie(answer.location, scope);
    if (notice !== null) kept = [...kept, notice];
    // Rendering a page may still fail here.
    return await responseOf({ ...answer, cookies: [...kept, ...(answer.cookies ?? [])] }, shownBy(routes));
  } catch (fault) {
    if (fault instanceof UnusableCursor) return shown(routes, 'bad-link', pageRequest, kept);
    routes.world.log.error('page failed', {
      route: `${page.method} ${page.path}`,
      request_id: context.var.requestId,
      ...faultFacts(fault),
    });
    return shown(routes, problemOf(fault), pageRequest, kept);
  } finally {
    hold.release();
  }
}

function requestOf(
  routes: PageRoutes,
  context: Context,
  page: PageFacts,
  url: URL,
  { caller, isGuest, session }: PageCaller,
  origin: PageOrigin,
): PageRequest {
  const holder = caller ?? ANONYMOUS;
  return {
    params: context.req.param() as Record<string, string>, // hono types params by a literal path, ours is data
    url,
    basePath: routes.basePath,
    back: backOf(routes, page, context.req.raw, url) ?? HOME,
    query: url.searchParams,
    headers: context.req.raw.headers,
    caller: holder,
    isGuest,
    csrf: session ? csrfToken(session.secret) : '',
    form: new FormData(),
    isLocal: origin.isLocal,
    ask: routes.clientOf(holder, origin),
    may: (scope) => hasScope(holder, scope),
  };
}

/**
 * Where a login returns to: the requested page, or the page of the submitted form; null if that is not one of ours.
 */
function backOf(routes: PageRoutes, { method }: PageFacts, { headers }: Request, url: URL): string | null {
  const from = method === 'GET' ? url : refererOf(headers, url);
  if (from === null) return null;
  const path = pathWithin(routes.basePath, from.pathname);
  return isKnown(routes, path) ? path + from.search : null;
}

const shownBy = ({ world, basePath }: PageRoutes) => ({ log: world.log, basePath });

const shown = (routes: PageRoutes, what: PageProblem, request: PageRequest | null, cookies: readonly string[] = []) =>
  responseOf(
    { html: routes.problem(what, request), status: STATUS[what], headers: HEADERS[what] ?? {}, cookies },
    shownBy(routes),
  );

/** The page for a caller without the scope; a form is noted. */
async function forbidden(routes: PageRoutes, page: PageFacts, request: PageRequest, cookies: readonly string[]) {
  await routes.options.noteRefused?.(request.caller, page, request.params);
  return shown(routes, 'forbidden', request, cookies);
}

/** A page for any caller that replaces one that cannot be shown. */
const refused = (routes: PageRoutes, what: PageProblem, headers: Record<string, string> = {}): PageRoute => ({
  method: 'GET',
  path: '',
  scope: null,
  answer: async (request) => ({ html: routes.problem(what, request), status: STATUS[what], headers }),
});

/** Paths of the pages that are shown. */
export const addressesOf = (pages: readonly PageFacts[]): readonly string[] =>
  pages.filter(({ method }) => method === 'GET').map(({ path }) => path);

/** What the addresses of a page look like. */
const addressForm = (path: string) => RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** What those problems need besides a page. */
const HEADERS: Readonly<Partial<Record<PageProblem, Record<string, string>>>> = {
  'too-slow': { connection: 'close' },
  busy: { 'retry-after': '1' },
};

/**
 * Whether a browser follows a link from another site; on the second request by one of our own pages, the referer is
 * that page, whatever the browser reports about the site.
 */
const isCrossSiteLink = (headers: Headers, url: URL): boolean =>
  isCrossSite(headers) && headers.get('sec-fetch-mode') === 'navigate' && refererOf(headers, url) === null;

/** The page of ours that a request comes from; null if there is none. */
function refererOf(headers: Headers, { host }: URL): URL | null {
  const referer = headers.get('referer') ?? '';
  return URL.canParse(referer) && new URL(referer).host === host ? new URL(referer) : null;
}

/** The login page, with where to return. */
const loginPath = (back: string | null): string =>
  back === null ? LOGIN : `${LOGIN}?next=${encodeURIComponent(back)}`;
