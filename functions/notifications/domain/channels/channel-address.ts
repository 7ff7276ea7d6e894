import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { ChannelType } from '../channel-kind.ts';
import { CHANNEL_TRAITS } from './channel-traits.ts';

/** Minimum length of a path with its query whose end may be shown. */
const MIN_PATH_LENGTH = 16;
const SHOWN_LENGTH = 4;

/**
 * An address as it may be shown (interface 2.7): scheme, host, and the last 4 characters of a path that is long enough.
 */
export function maskedUrl(url: string): string {
  const { protocol, host, pathname, search } = new URL(url);
  const rest = `${pathname}${search}`;
  return `${protocol}//${host}/***${rest.length >= MIN_PATH_LENGTH ? rest.slice(-SHOWN_LENGTH) : ''}`;
}

/**
 * A digest that identifies the receiver of an address, for its rate limits (facts: delivery 3.2). A bot is identified
 * by its host, path and `access_token`. The scheme and other query parameters do not matter.
 */
export function addressKeyOf(type: ChannelType, url: string): string {
  const { hostname, port, pathname, searchParams, href, hash } = new URL(url);
  const receiver =
    CHANNEL_TRAITS[type].receiver === 'address'
      ? [href.slice(0, href.length - hash.length)]
      : [hostname.replace(/\.$/, ''), port, pathname, ...searchParams.getAll('access_token')];
  return sha256Hex(JSON.stringify(receiver));
}

/** Whether an address is http or https, without user and password (interface 2.7). */
export function isPlainHttp(url: string): boolean {
  // The parsed URL does not show the `@` of `http://@host`.
  if (!/^https?:\/\//i.test(url) || /^[^/]*\/\/[^/\\?#]*@/.test(url)) return false;
  const parsed = URL.parse(url);
  return parsed === null || (parsed.username === '' && parsed.password === '');
}
