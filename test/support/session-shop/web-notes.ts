import { createHash, randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';

interface Visit {
  user: string | null;
  formToken: string;
}

interface Note {
  slug: string;
  owner: string;
  title: string;
  text: string;
}

const COOKIE = '_notes_session';

/**
 * Server-rendered pages: a session cookie that changes at login, form tokens, redirects after posts, slugs and ETags.
 */
export function webNotes(): Hono<{ Variables: { visit: Visit; user: string } }> {
  const visits = new Map<string, Visit>();
  const notes = new Map<string, Note>();

  function begin(c: Context, user: string | null): Visit {
    const id = randomBytes(16).toString('hex');
    const visit = { user, formToken: randomBytes(32).toString('base64') };
    visits.set(id, visit);
    setCookie(c, COOKIE, id, { path: '/', httpOnly: true, sameSite: 'Lax' });
    return visit;
  }
  const page = (title: string, { formToken }: Visit, body: unknown) => html`<!doctype html>
<html lang="en">
<head><title>${title}</title><meta name="csrf-token" content="${formToken}"></head>
<body><h1>${title}</h1>${body}</body>
</html>`;
  const form = (action: string, { formToken }: Visit, fields: unknown) => html`<form action="${action}" method="post">
<input type="hidden" name="authenticity_token" value="${formToken}">${fields}<button>Save</button></form>`;

  const web = new Hono<{ Variables: { visit: Visit; user: string } }>();

  web.get('/login', (c) => {
    const visit = begin(c, null);
    return c.html(page('Log in', visit, form('/web/login', visit, html`<input name="email"><input name="password">`)));
  });
  web.use(async (c, next) => {
    const visit = visits.get(getCookie(c, COOKIE) ?? '');
    const isLogin = c.req.path === '/web/login';
    if (!visit || (visit.user === null && !isLogin)) return c.redirect('/web/login');
    if (c.req.method === 'POST' && (await c.req.parseBody()).authenticity_token !== visit.formToken)
      return c.html('<h1>The form has expired</h1>', 422);
    c.set('visit', visit);
    c.set('user', visit.user ?? '');
    await next();
  });
  web.post('/login', async (c) => {
    const { email, password } = await c.req.parseBody();
    if (password !== `pw of ${email}`) return c.html(page('Log in again', c.get('visit'), ''), 422);
    visits.delete(getCookie(c, COOKIE) ?? '');
    begin(c, String(email));
    return c.redirect(`${new URL(c.req.url).origin}/web/notes`);
  });
  web.get('/notes', (c) => {
    const own = [...notes.values()].filter(({ owner }) => owner === c.get('user'));
    const links = own.map(({ slug, title }) => html`<li><a href="/web/notes/${slug}">${title}</a></li>`);
    const fields = html`<input name="title"><textarea name="text"></textarea>`;
    return c.html(page('Notes', c.get('visit'), html`<ul>${links}</ul>${form('/web/notes', c.get('visit'), fields)}`));
  });
  web.post('/notes', async (c) => {
    const { title, text } = await c.req.parseBody();
    const slug = `${String(title).toLowerCase().replaceAll(' ', '-')}-${randomBytes(4).toString('hex')}`;
    notes.set(slug, { slug, owner: c.get('user'), title: String(title), text: String(text) });
    return c.redirect(`/web/notes/${slug}`, 303);
  });
  web.use('/notes/:slug', async (c, next) => {
    if (notes.get(c.req.param('slug'))?.owner !== c.get('user')) return c.html('<h1>Not found</h1>', 404);
    await next();
  });
  web.get('/notes/:slug', (c) => {
    const note = notes.get(c.req.param('slug'));
    const { slug = '', title = '', text = '' } = note ?? {};
    const etag = `W/"${createHash('sha1').update(`${slug}\n${title}\n${text}`).digest('hex')}"`;
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { etag });
    const fields = html`<textarea name="text">${text}</textarea>`;
    const shown = html`<p>${text}</p>${form(`/web/notes/${slug}`, c.get('visit'), fields)}`;
    return c.html(page(title, c.get('visit'), shown), 200, { etag });
  });
  web.post('/notes/:slug', async (c) => {
    const note = notes.get(c.req.param('slug'));
    if (note) note.text = String((await c.req.parseBody()).text);
    return c.redirect(c.req.path, 303);
  });
  web.post('/logout', (c) => {
    visits.delete(getCookie(c, COOKIE) ?? '');
    setCookie(c, COOKIE, '', { path: '/', maxAge: 0 });
    return c.redirect('/web/login', 303);
  });
  return web;
}
