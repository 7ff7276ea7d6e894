import { Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import type { ShopCache } from './cache.ts';
import { CUSTOMERS } from './catalogue.ts';
import { customerOf, tokenOf } from './customer-session.ts';
import { meta } from './meta.ts';

const HOUR_MS = 3_600_000;

/** Routes of a customer: login, logout, account. */
export function accountRoutes({ account }: ShopBuild, { cache }: { cache: ShopCache }): Hono {
  const shop = new Hono();
  const asCustomer = customerOf(cache);

  shop.post('/login', async (context) => {
    const { name, code } = await context.req.json();
    const customer = CUSTOMERS.find((one) => one.name === name && one.code === code);
    if (!customer) return context.json({ error: 'name or code is wrong', meta: meta() }, 401);
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    return context.json({ token: await cache.login(customer.id), expiresAt, meta: meta() });
  });

  shop.post('/logout', async (context) =>
    context.json({ loggedOut: await cache.logout(tokenOf(context)), meta: meta() }),
  );

  shop.get(
    '/account',
    asCustomer(({ customerId }, { json }) => {
      const customer = CUSTOMERS.find(({ id }) => id === customerId);
      return customer ? json({ ...account(customer), meta: meta() }) : json({ error: 'gone', meta: meta() }, 410);
    }),
  );

  return shop;
}
