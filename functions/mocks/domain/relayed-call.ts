import { isForwardingHeader } from '../../platform/values/http/forwarding-headers.ts';

/** What browsers add; `fetch` of Node.js sends sec-fetch-mode. */
const OF_BROWSERS = 'sec-fetch-site';

/** Whether the headers of a call say that a proxy has passed it on, or that a page in a browser has made it. */
export const isRelayed = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name]) => isForwardingHeader(name) || name.toLowerCase() === OF_BROWSERS);
