import { Hono } from 'hono';
import { apiShop } from './api-shop.ts';
import { restTasks } from './rest-tasks.ts';
import type { ShopBuild } from './shop-build.ts';
import { webNotes } from './web-notes.ts';

/**
 * An application in which nearly every request needs a value of an earlier response, in the habits of three kinds of
 * framework: a JSON API with short-lived JWTs and refresh tokens, a REST service with a session cookie, an XSRF header,
 * sequence ids and versions, and server-rendered pages with form tokens, slugs and redirects.
 */
export function sessionShop(build: ShopBuild): Hono {
  const shop = new Hono();
  shop.route('/api', apiShop(build));
  shop.route('/rest', restTasks(build));
  shop.route('/web', webNotes());
  return shop;
}
