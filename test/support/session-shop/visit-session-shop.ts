import { Pool } from 'undici';
import { apiVisit } from './api-visit.ts';
import { restVisit } from './rest-visit.ts';
import { visitor } from './visitor.ts';
import { webVisit } from './web-visit.ts';

const KINDS = [apiVisit, restVisit, webVisit];
const AT_ONE_TIME = 6;

/** Visits the shop in so many sessions, a few at the same time; fails if the shop answers one of them unexpectedly. */
export async function visitSessionShop(url: string, sessions: number): Promise<void> {
  const pool = new Pool(url, { connections: AT_ONE_TIME });
  let next = 0;
  async function visit(): Promise<void> {
    for (let user = next++; user < sessions; user = next++) await KINDS[user % KINDS.length]?.(visitor(pool), user);
  }
  try {
    await Promise.all(Array.from({ length: AT_ONE_TIME }, visit));
  } finally {
    await pool.close();
  }
}
