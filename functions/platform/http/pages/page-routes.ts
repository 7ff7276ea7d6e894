import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { UnusableCursor } from '../../table/table-cursor.ts';
import type { World } from '../../world.ts';
import type { Caller, Endpoint, Services } from '../api.ts';
import { readBody } from '../body.ts';
import { faultFacts } from '../fault-facts.ts';
import { isFromAnotherSite } from '../from-another-site.ts';
import { mayDo } from '../may-do.ts';
import { sourceOf } from '../source-of.ts';
import { csrfToken, isCsrfToken } from './csrf.ts';
import { type PageCaller, pageCallers } from './page-caller.ts';
import { pageClient } from './page-client.ts';
import { noticeCookie, toldOnce } from './page-notice.ts';
import { GUARDS, onceMore, responseOf } from './page-response.ts';
import type { Asset, Html, Page, PageRequest } from './page-route.ts';
import { sessionCookie } from './session-cookie.ts';

export interface PageRoutesOptions {
  pages: readonly Page[];
  assets: readonly Asset[];
  /** The endpoints that pages ask (page-client.ts). */
  endpoints: readonly Endpoint[];
  world: Pick<World, 'now' | 'newId' | 'log'>;
  servicesOf(tenant: string): Services;
  callerOf(headers: Headers): Promise<Caller | null>;
  /** The page that says why there is none; `request` is null where nobody is known. */
  problem(problem: PageProblem, request: PageRequest | null): Html;
}

/** Why a page is not shown. */
export type PageProblem = 'not-found' | 'wrong-method' | 'forbidden' | 'bad-form' | 'too-large' | 'bad-link' | 'fault';

const STATUS: Readonly<Record<PageProblem, ContentfulStatusCode>> = {
  'not-found': 404,
  'wrong-method': 405,
  forbidden: 403,
  'bad-form': 403,
  'too-large': 413,
  'bad-link': 400,
  fault: 500,
};

const MOST_FORM_BYTES = 1024 * 1024;
const NOBODY: Caller = { tenant: 'default', name: 'nobody', scopes: [] };
/** Where who is not logged in is led. */
const LOGIN = '/console/login';
const HOME = '/console';

/** Adds the pages of the console and of the report, and the files that they name, to the application. */
export function pageRoutes(app: Hono, options: PageRoutesOptions): void {
  const { pages, assets, world, servicesOf, callerOf, problem } = options;
  const clientOf = pageClient(options.endpoints);
  const callerOfPage = pageCallers({ ...world, callerOf, ask: clientOf(NOBODY, servicesOf(NOBODY.tenant), null) });

  const known = pages.filter(({ method }) => method === 'GET').map(({ path }) => addressForm(path));

  for (const asset of assets) {
    const etag = `"${createHash('sha256').update(asset.bytes).digest('base64url').slice(0, 22)}"`;
    const headers = { ...GUARDS, etag, 'cache-control': 'no-cache', 'content-type': asset.type };
    app.get(
      asset.path,
      (context) =>
        context.req.header('if-none-match') === etag
          ? context.body(null, 304, headers)
          : context.body(asset.bytes as Uint8Array<ArrayBuffer>, 200, headers), // read from a file, so in no shared memory
    );
  }

  async function respond(context: Context, page: Page): Promise<Response> {
    const request = context.req.raw;
    let asked: PageRequest | null = null;
    let kept: readonly string[] = [];
    try {
      const url = new URL(request.url);
      if (request.method !== 'GET' && request.method !== 'HEAD' && isFromAnotherSite(request.headers))
        return await shown('bad-form', null);
      const isAsked = page.method === 'GET' && page.scope !== null;
      if (isAsked && isLinkOfAnotherSite(request.headers, url)) return onceMore(url);
      const who = await callerOfPage(request.headers, url, isAsked);
      if (who.changed && who.session) kept = [sessionCookie(who.session, url)];
      if (page.scope !== null && who.caller === null)
        return await responseOf({ location: loginPath(backOf(page, request, url)), cookies: kept }, world.log);

      const told = page.method === 'GET' ? toldOnce(request.headers, url) : null;
      if (told !== null) kept = [...kept, told];
      asked = requestOf(context, page, url, who);
      if (page.scope !== null && !asked.may(page.scope)) return await shown('forbidden', asked, kept);
      if (page.method === 'POST') {
        const form = await fieldsOf(request, page.maxBytes ?? MOST_FORM_BYTES);
        if (typeof form === 'string') return await shown(form, asked, kept);
        if (who.session && !isCsrfToken(form.get('csrf'), who.session.secret))
          return await shown('bad-form', asked, kept);
        asked.form = form;
      }
      const answer = await page.answer(asked, servicesOf(asked.caller.tenant));
      const notice = answer.location === undefined ? null : noticeCookie(answer.location, url);
      if (notice !== null) kept = [...kept, notice];
      // What a page is made of may fail as late as here.
      return await responseOf({ ...answer, cookies: [...kept, ...(answer.cookies ?? [])] }, world.log);
    } catch (fault) {
      if (fault instanceof UnusableCursor) return shown('bad-link', asked, kept);
      world.log.error('page failed', {
        route: `${page.method} ${page.path}`,
        request_id: context.res.headers.get('x-request-id'),
        ...faultFacts(fault),
      });
      return shown('fault', asked, kept);
    }
  }

  function requestOf(context: Context, page: Page, url: URL, { caller, isGuest, session }: PageCaller): PageRequest {
    const holder = caller ?? NOBODY;
    return {
      params: context.req.param() as Record<string, string>, // hono types parameters by a literal path, ours come from a list
      url,
      back: backOf(page, context.req.raw, url) ?? HOME,
      query: url.searchParams,
      headers: context.req.raw.headers,
      caller: holder,
      isGuest,
      csrf: session ? csrfToken(session.secret) : '',
      form: new FormData(),
      ask: clientOf(holder, servicesOf(holder.tenant), sourceOf(context.env)),
      may: (scope) => mayDo(holder, scope),
    };
  }

  /** What a login leads back to: the page that is asked for, or the one that a form was on; null where that is none of ours. */
  function backOf({ method }: Page, { headers }: Request, url: URL): string | null {
    const from = method === 'GET' ? url : refererOf(headers, url);
    return from !== null && known.some((form) => form.test(from.pathname)) ? from.pathname + from.search : null;
  }

  const shown = (what: PageProblem, request: PageRequest | null, cookies: readonly string[] = []) =>
    responseOf({ html: problem(what, request), status: STATUS[what], cookies }, world.log);

  /** Stands where there is no page to show, for whoever asks. */
  const refused = (what: PageProblem, headers: Record<string, string> = {}): Page => ({
    method: 'GET',
    path: '',
    scope: null,
    answer: async (request) => ({ html: problem(what, request), status: STATUS[what], headers }),
  });

  for (const page of pages) {
    app.on(page.method, page.path.replace(/\{(\w+)\}/g, ':$1'), (context) => respond(context, page));
  }
  for (const [path, methods] of Map.groupBy(pages, ({ path }) => path)) {
    const allow = [...new Set(methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(
      ', ',
    );
    const wrongMethod = refused('wrong-method', { allow });
    app.all(
      path.replace(/\{(\w+)\}/g, ':$1'),
      async (context): Promise<Response> =>
        ['GET', 'HEAD'].includes(context.req.method)
          ? respond(context, wrongMethod)
          : context.body(null, 405, { allow }),
    );
  }
  const unknown = refused('not-found');
  for (const path of ['/console/*', '/report/*']) {
    app.get(path, async (context): Promise<Response> => {
      const { pathname, search } = new URL(context.req.url);
      const page = pathname.replace(/\/+$/, '');
      const isMistyped = page !== pathname && known.some((form) => form.test(page));
      return isMistyped ? context.redirect(`${page}${search}`, 308) : respond(context, unknown);
    });
  }
  app.get('/', (context) => context.redirect('/console', 303));
}

/** What the addresses of a page look like. */
const addressForm = (path: string) => RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** The fields of a form, or why they cannot be read. */
async function fieldsOf(request: Request, maxBytes: number): Promise<FormData | 'too-large' | 'bad-form'> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i.test(type)) return 'bad-form';
  const read = await readBody(request, { as: 'bytes', maxBytes }).catch((fault: unknown) => {
    // The browser went away in the middle: no fault of ours, and nobody sees the answer.
    if (request.signal.aborted) return 'bad-form' as const;
    throw fault;
  });
  if (read === 'bad-form') return read;
  if ('error' in read) return 'too-large';
  const bytes = read.bytes as Uint8Array<ArrayBuffer>; // read from a request, so in no shared memory
  return new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => 'bad-form' as const);
}

/** Whether a browser follows a link of another site; asked once more by a page of ours it names that page, whatever it says of the site. */
const isLinkOfAnotherSite = (headers: Headers, url: URL): boolean =>
  isFromAnotherSite(headers) && headers.get('sec-fetch-mode') === 'navigate' && refererOf(headers, url) === null;

/** The page of ours that a request comes from; null where it is none. */
function refererOf(headers: Headers, { host }: URL): URL | null {
  const referer = headers.get('referer') ?? '';
  return URL.canParse(referer) && new URL(referer).host === host ? new URL(referer) : null;
}

/** The login page that leads back afterwards. */
const loginPath = (back: string | null): string =>
  back === null ? LOGIN : `${LOGIN}?next=${encodeURIComponent(back)}`;
