import { Pool } from 'pg';
import type { Product } from './catalogue.ts';

/** One product in a cart or an order. */
export interface Line {
  productId: number;
  title: string;
  cents: number;
  quantity: number;
}

/** An order as it is placed. */
export interface NewOrder {
  customerId: number;
  lines: readonly Line[];
  percentOff: number;
  placedAt: string;
  paymentId: string;
}

/** An order of a customer. */
export interface Order extends NewOrder {
  id: number;
}

/** A product as the database has it: stock is a matter of the inventory service. */
export type ListedProduct = Pick<Product, 'id' | 'title' | 'category' | 'cents' | 'weightKg' | 'description'>;

const PRODUCT = 'id, title, category, cents, weight_kg AS "weightKg", description';
/** A row of the table of orders. */
interface OrderRow {
  id: number;
  customer_id: number;
  lines: Line[];
  percent_off: number;
  placed_at: string;
  payment_id: string;
}

const orderOf = ({ id, customer_id, lines, percent_off, placed_at, payment_id }: OrderRow): Order => ({
  id,
  customerId: customer_id,
  lines,
  percentOff: percent_off,
  placedAt: placed_at,
  paymentId: payment_id,
});

export type ShopDatabase = ReturnType<typeof shopDatabase>;

/** The shop's products and orders in PostgreSQL. */
export function shopDatabase(url: string) {
  const pool = new Pool({ connectionString: url, max: 4 });
  return {
    async products(page: number, size: number): Promise<{ items: ListedProduct[]; total: number }> {
      const values = [size, (page - 1) * size];
      const { rows } = await pool.query(`SELECT ${PRODUCT} FROM products ORDER BY id LIMIT $1 OFFSET $2`, values);
      const counted = await pool.query('SELECT count(*)::int AS total FROM products');
      return { items: rows, total: counted.rows[0].total };
    },

    async product(id: number): Promise<ListedProduct | undefined> {
      const { rows } = await pool.query(`SELECT ${PRODUCT} FROM products WHERE id = $1`, [id]);
      return rows[0];
    },

    async search(text: string): Promise<ListedProduct[]> {
      const { rows } = await pool.query(`SELECT ${PRODUCT} FROM products WHERE title ILIKE $1 ORDER BY id`, [
        `%${text}%`,
      ]);
      return rows;
    },

    async placeOrder({ customerId, lines, percentOff, placedAt, paymentId }: NewOrder): Promise<Order> {
      const { rows } = await pool.query<OrderRow>(
        'INSERT INTO orders (customer_id, lines, percent_off, placed_at, payment_id) VALUES ($1, $2, $3, $4, $5) RETURNING *',
        [customerId, JSON.stringify(lines), percentOff, placedAt, paymentId],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('the order was not stored');
      return orderOf(row);
    },

    async orders(customerId: number, limit: number): Promise<Order[]> {
      const text = 'SELECT * FROM orders WHERE customer_id = $1 ORDER BY id LIMIT $2';
      const { rows } = await pool.query<OrderRow>(text, [customerId, limit]);
      return rows.map(orderOf);
    },

    async order(customerId: number, id: number): Promise<Order | undefined> {
      const text = 'SELECT * FROM orders WHERE customer_id = $1 AND id = $2';
      const { rows } = await pool.query<OrderRow>(text, [customerId, id]);
      return rows[0] && orderOf(rows[0]);
    },

    close: () => pool.end(),
  };
}
