import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import { sourceOf } from '../../http/source-of.ts';
import { takeFromWindow } from '../../values/rate-window.ts';

/** Wrong passwords that a source may send before it is locked out (facts: auth). */
const LIMITS = [{ max: 5, windowMs: 60_000 }];
/** Maximum tracked sources; beyond it, the one that failed first is dropped. */
const MAX_SOURCES = 10_000;

/**
 * Requires a user and a password for every request (interface 1, SVC_BASIC_AUTH). After 5 wrong ones within a minute a
 * source receives 429 whatever it sends, so that further attempts reveal nothing; a request without credentials is not
 * a failure.
 */
export function basicAuthGuard(
  { user, password }: { user: string; password: string },
  now: () => number,
): MiddlewareHandler {
  const expected = digest(user, password);
  const failures = new Map<string, readonly number[]>();

  const lockedForMs = (source: string): number => {
    const looked = takeFromWindow(failures.get(source) ?? [], LIMITS, now());
    return 'fullForMs' in looked ? looked.fullForMs : 0;
  };

  function noteFailure(source: string): void {
    const looked = takeFromWindow(failures.get(source) ?? [], LIMITS, now());
    if (!('taken' in looked)) return;
    failures.delete(source);
    failures.set(source, looked.taken);
    const [oldest] = failures.keys();
    if (failures.size > MAX_SOURCES && oldest !== undefined) failures.delete(oldest);
  }

  return async (context, next) => {
    // Indistinguishable sources share one limit.
    const source = sourceOf(context.env) ?? 'unknown';
    const lockedMs = lockedForMs(source);
    if (lockedMs > 0) {
      const headers = { 'retry-after': String(Math.ceil(lockedMs / 1000)) };
      const errorMessage = 'too many wrong passwords; try again later';
      return context.json({ errorCode: 'TOO_MANY_REQUESTS', errorMessage }, 429, headers);
    }
    const given = auth(context.req.raw);
    if (given && timingSafeEqual(digest(given.username, given.password), expected)) return next();
    if (context.req.header('authorization') !== undefined) noteFailure(source);
    const headers = { 'www-authenticate': 'Basic realm="Replay Regression Service", charset="UTF-8"' };
    return context.json(
      { errorCode: 'UNAUTHENTICATED', errorMessage: 'a user and a password are needed' },
      401,
      headers,
    );
  };
}

/** Digests have equal length, so that the comparison reveals nothing. */
const digest = (user: string, password: string) =>
  createHash('sha256')
    .update(JSON.stringify([user, password]))
    .digest();
