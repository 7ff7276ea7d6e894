import { Hono } from 'hono';
import type { ShopBuild } from './shop-builds.ts';
import { CATEGORIES, PRODUCTS, type Product, reviewsOf } from './shop-catalogue.ts';
import { meta } from './shop-meta.ts';
import { money, pageOf } from './shop-views.ts';

const TERMS = 'Terms of sale\n1. Prices include tax.\n2. What breaks within two years is repaired – free of charge.\n';

/** Public routes: products, reviews, shipping prices. */
export function publicRoutes({ availability, shippingCents }: ShopBuild): Hono {
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

  shop.get('/products', ({ req, json }) => {
    const page = Number(req.query('page') ?? 1);
    const size = Number(req.query('size') ?? 10);
    if (!(page >= 1) || !(size >= 1 && size <= 20))
      return json({ error: 'page or size is unusable', meta: meta() }, 400);
    return json({ ...pageOf('/products', PRODUCTS.map(productSummary), page, size), meta: meta() });
  });

  shop.get('/products/:id', ({ req, json }) => {
    const product = productOf(req.param('id'));
    if (!product) return json(unknownProduct(), 404);
    const { weightKg, description } = product;
    return json({
      ...productSummary(product),
      weightKg,
      description,
      availability: availability(product),
      meta: meta(),
    });
  });

  shop.get('/products/:id/reviews', ({ req, json }) => {
    const product = productOf(req.param('id'));
    if (!product) return json(unknownProduct(), 404);
    const items = reviewsOf(product);
    return json({ items, count: items.length, meta: meta() });
  });

  shop.get('/search', ({ req, json }) => {
    const wanted = (req.query('q') ?? '').toLowerCase();
    const found = PRODUCTS.filter(({ title }) => title.toLowerCase().includes(wanted));
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

/** The product of this id; undefined if it does not exist. */
export const productOf = (id: string): Product | undefined => PRODUCTS.find((product) => String(product.id) === id);

/** The response to an unknown product id. */
export const unknownProduct = () => ({ error: 'there is no such product', meta: meta() });

const productSummary = ({ id, title, category, cents }: Product) => ({
  id,
  title,
  category,
  price: { amount: money(cents), currency: 'EUR' },
});
