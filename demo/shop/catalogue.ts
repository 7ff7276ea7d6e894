/** A product of the shop; prices in cents. */
export interface Product {
  id: number;
  title: string;
  category: string;
  cents: number;
  weightKg: number;
  warehouse: string;
  inStock: number;
  description: string;
}

/** A customer of the shop; a login requires the code. */
export interface Customer {
  id: number;
  name: string;
  tier: 'gold' | 'silver' | 'basic';
  code: string;
  city: string;
}

/** Names of the shop's categories. */
export const CATEGORIES = ['kitchen', 'garden', 'office', 'travel'] as const;

const ARTICLES = ['Mug', 'Lamp', 'Basket', 'Bottle', 'Notebook', 'Chair'];
const MATERIALS = ['steel', 'oak', 'wool', 'glass', 'linen', 'cork', 'clay'];
const WAREHOUSES = ['north', 'south', 'harbour'];

/** 42 products, the same in every instance. */
export const PRODUCTS: readonly Product[] = Array.from({ length: 42 }, (_, index) => {
  const article = pick(ARTICLES, index);
  const material = pick(MATERIALS, index);
  return {
    id: index + 1,
    title: `${article} of ${material}`,
    category: pick(CATEGORIES, index),
    cents: 490 + ((index * 370) % 9000),
    weightKg: 1 + (index % 9),
    warehouse: pick(WAREHOUSES, index),
    inStock: (index * 7) % 23,
    description: `A ${article.toLowerCase()} made of ${material}.\nShips within ${1 + (index % 4)} days – „as it is“.`,
  };
});

/** The product of this id; undefined if it does not exist. */
export const productOf = (id: string): Product | undefined => PRODUCTS.find((product) => String(product.id) === id);

const NAMES = ['ada', 'ben', 'chen', 'dora', 'emre', 'fay', 'goro', 'hana', 'ines', 'jon', 'kofi', 'lena'];
const TIERS = ['gold', 'silver', 'basic'] as const;
const CITIES = ['Uppsala', 'Porto', '杭州', 'Łódź'];

/** Twelve customers, the same in every instance. */
export const CUSTOMERS: readonly Customer[] = NAMES.map((name, index) => ({
  id: index + 1,
  name,
  tier: pick(TIERS, index),
  code: String(1000 + index * 37),
  city: pick(CITIES, index),
}));

/** Customer reviews of a product, newest first. */
export function reviewsOf({ id, title }: Product): { stars: number; text: string; author: { name: string } }[] {
  return Array.from({ length: id % 4 }, (_, index) => ({
    stars: 1 + ((id + index) % 5),
    text: `${title}: ${pick(['would buy again', 'does what it should', 'smaller than it looks'], id + index)}.`,
    author: { name: pick(NAMES, id * 3 + index) },
  }));
}

function pick<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}
