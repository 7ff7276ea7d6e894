import { createHash } from 'node:crypto';
import type { ChannelType } from './channel-kind.ts';

/** The shortest path with its query whose end may be shown. */
const LEAST_SHOWN = 16;
const SHOWN = 4;

/** An address as it may be shown (interface 2.7): scheme, host, and the last 4 characters of a path that is long enough. */
export function maskedUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const rest = `${pathname}${search}`;
  return `${protocol}//${host}/***${rest.length >= LEAST_SHOWN ? rest.slice(-SHOWN) : ''}`;
}

/**
 * A digest that names the receiver behind an address, for its rate limits (facts: delivery 3.2). A bot is its host, path and
 * `access_token`: what else stands in the query, or whether TLS is spoken, makes no other bot of it.
 */
export function robotOf(type: ChannelType, url: string): string {
  const { hostname, port, pathname, searchParams, href, hash } = new URL(url);
  const receiver =
    type === 'webhook'
      ? [href.slice(0, href.length - hash.length)]
      : [hostname.replace(/\.$/, ''), port, pathname, ...searchParams.getAll('access_token')];
  return createHash('sha256').update(JSON.stringify(receiver)).digest('hex');
}

/** Whether an address says http or https, and no user and password (interface 2.7). */
export function isPlainHttp(url: string): boolean {
  // `http://@host` leaves no trace in the parsed url.
  if (!/^https?:\/\//i.test(url) || /^[^/]*\/\/[^/\\?#]*@/.test(url)) return false;
  const parsed = URL.parse(url);
  return parsed === null || (parsed.username === '' && parsed.password === '');
}
