import { Hono } from 'hono';
import { apiShop } from './api-shop.ts';
import { restTasks } from './rest-tasks.ts';
import { webNotes } from './web-notes.ts';

/** A change that the second build of the shop contains. */
export type PlantedChange = (typeof PLANTED_CHANGES)[number];

/** Every change, each in one endpoint. */
export const PLANTED_CHANGES = [
  'cart-total-ignores-quantity',
  'price-is-text',
  'task-lacks-done',
  'task-of-another-owner',
  'stale-update-fails',
] as const;

/** The behaviour of one build of the shop, and the state that one deployment of it starts with. */
export interface ShopBuild {
  planted: ReadonlySet<PlantedChange>;
  /** The first id of a sequence: deployments have different data behind them. */
  firstId: number;
  /** Lifetime of access tokens. */
  tokenSeconds: number;
}

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
