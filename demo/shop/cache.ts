import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

/** A logged-in customer. */
export interface ShopSession {
  customerId: number;
  cartId: string;
  percentOff: number;
}

export type ShopCache = ReturnType<typeof shopCache>;

/** Sessions and carts in the cache. Tokens and the ids of carts are random. */
export function shopCache(url: string) {
  const redis = new Redis(url, { enableReadyCheck: false, disableClientInfo: true });
  return {
    async login(customerId: number): Promise<string> {
      const token = randomBytes(20).toString('hex');
      await redis.set(sessionKey(token), JSON.stringify({ customerId, cartId: randomUUID(), percentOff: 0 }));
      return token;
    },

    async session(token: string): Promise<ShopSession | undefined> {
      const text = await redis.get(sessionKey(token));
      return text === null ? undefined : JSON.parse(text);
    },

    async update(token: string, session: ShopSession): Promise<void> {
      await redis.set(sessionKey(token), JSON.stringify(session));
    },

    logout: async (token: string): Promise<boolean> => (await redis.del(sessionKey(token))) === 1,

    /** Quantities by product id, in the order in which they were added. */
    async cart(cartId: string): Promise<Map<number, number>> {
      const quantities = await redis.hgetall(cartKey(cartId));
      return new Map(Object.entries(quantities).map(([id, quantity]) => [Number(id), Number(quantity)]));
    },

    async put(cartId: string, productId: number, quantity: number): Promise<void> {
      await redis.hset(cartKey(cartId), productId, quantity);
    },

    remove: async (cartId: string, productId: number): Promise<boolean> =>
      (await redis.hdel(cartKey(cartId), String(productId))) === 1,

    async empty(cartId: string): Promise<void> {
      await redis.del(cartKey(cartId));
    },

    close: () => redis.disconnect(),
  };
}

const sessionKey = (token: string): string => `session:${token}`;

const cartKey = (cartId: string): string => `cart:${cartId}`;
