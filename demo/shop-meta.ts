import { randomUUID } from 'node:crypto';

/** What is new in every answer of the shop: a request id and the time. */
export const meta = () => ({ requestId: randomUUID(), servedAt: new Date().toISOString() });
