import { randomUUID } from 'node:crypto';

/** The members that differ in every response of the shop: a request id and the time. */
export const meta = () => ({ requestId: randomUUID(), servedAt: new Date().toISOString() });
