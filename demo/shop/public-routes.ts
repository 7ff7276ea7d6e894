import { Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import { CATEGORIES, PRODUCTS, productOf, reviewsOf } from './catalogue.ts';
import type { ListedProduct, ShopDatabase } from './database.ts';
import type { InventoryClient } from './inventory-client.ts';
import { meta } from './meta.ts';
import { money, pageOf } from './views.ts';

const TERMS = 'Terms of sale\n1. Prices include tax.\n2. What breaks within two years is repaired – free of charge.\n';

/** Public routes: products, reviews, shipping prices. */
export function publicRoutes(
  { availability, shippingCents }: ShopBuild,
  { database, inventory }: { database: ShopDatabase; inventory: InventoryClient },
): Hono {
  const startedAt = performance.now();
  const shop = new Hono();

  shop.get('/health', ({ json }) =>
    json({ status: 'UP', uptimeMs: Math.round(performance.now() - startedAt), meta: meta() }),
  );

  shop.get('/terms', ({ text }) => text(TERMS));

  shop.get('/categories', ({ json }) =>
    json({
      items: CATEGORIES.map((name) => ({
        name,
        products: PRODUCTS.filter(({ category }) => category === name).length,
      })),
      meta: meta(),
    }),
  );

  shop.get('/products', async ({ req, json }) => {
    const page = Number(req.query('page') ?? 1);
    const size = Number(req.query('size') ?? 10);
    if (!(page >= 1) || !(size >= 1 && size <= 20))
      return json({ error: 'page or size is unusable', meta: meta() }, 400);
    const { items, total } = await database.products(page, size);
    return json({ ...pageOf('/products', items.map(productSummary), { page, size, total }), meta: meta() });
  });

  shop.get('/products/:id', async ({ req, json }) => {
    const product = await database.product(Number(req.param('id')));
    if (!product) return json(unknownProduct(), 404);
    const { weightKg, description } = product;
    const stock = await inventory.stock(product.id);
    return json({
      ...productSummary(product),
      weightKg,
      description,
      availability: availability(stock),
      meta: meta(),
    });
  });

  shop.get('/products/:id/reviews', ({ req, json }) => {
    const product = productOf(req.param('id'));
    if (!product) return json(unknownProduct(), 404);
    const items = reviewsOf(product);
    return json({ items, count: items.length, meta: meta() });
  });

  shop.get('/search', async ({ req, json }) => {
    const wanted = (req.query('q') ?? '').toLowerCase();
    const found = await database.search(wanted);
    return json({ query: wanted, items: found.map(productSummary), meta: meta() });
  });

  shop.get('/shipping/quote', ({ req, json }) => {
    const weightKg = Number(req.query('weightKg'));
    if (!(weightKg > 0)) return json({ error: 'weightKg is unusable', meta: meta() }, 400);
    const price = { amount: money(shippingCents(weightKg)), currency: 'EUR' };
    return json({ weightKg, price, days: { min: 2, max: 2 + Math.ceil(weightKg / 10) }, meta: meta() });
  });

  return shop;
}

/** The response to an unknown product id. */
export const unknownProduct = () => ({ error: 'there is no such product', meta: meta() });

const productSummary = ({ id, title, category, cents }: ListedProduct) => ({
  id,
  title,
  category,
  price: { amount: money(cents), currency: 'EUR' },
});
