import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { PRODUCTS } from '../shop/catalogue.ts';

/** Connections of a shop's pool, and one more. */
const MAX_CONNECTIONS = 6;

const SCHEMA = `
  CREATE TABLE products (id int PRIMARY KEY, title text, category text, cents int, weight_kg int, description text);
  CREATE TABLE orders (id serial PRIMARY KEY, customer_id int, lines jsonb, percent_off int, placed_at text, payment_id text);
`;

/** A downstream that runs until it is closed. */
export interface Downstream {
  url: string;
  close(): Promise<void>;
}

/** Starts PostgreSQL (PGlite) with the shop's products on a free loopback port. */
export async function startDatabase(): Promise<Downstream> {
  const db = await PGlite.create();
  await db.exec(SCHEMA);
  for (const { id, title, category, cents, weightKg, description } of PRODUCTS) {
    await db.query('INSERT INTO products VALUES ($1, $2, $3, $4, $5, $6)', [
      id,
      title,
      category,
      cents,
      weightKg,
      description,
    ]);
  }
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: MAX_CONNECTIONS });
  await server.start();
  return {
    url: `postgres://postgres@${server.getServerConn()}/shop`,
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
}
