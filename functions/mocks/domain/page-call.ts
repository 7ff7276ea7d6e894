/** What browsers add; `fetch` of Node.js sends sec-fetch-mode. */
const OF_BROWSERS = 'sec-fetch-site';

/** Whether the headers of a call say that a page in a browser has made it. */
export const isOfPage = (headers: readonly (readonly [string, string])[]): boolean =>
  headers.some(([name]) => name.toLowerCase() === OF_BROWSERS);
