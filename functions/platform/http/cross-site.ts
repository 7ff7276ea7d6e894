/**
 * Whether a browser reports that another site caused the request; other clients send no such header. For requests
 * authenticated by a cookie, or not at all, any open page could otherwise act on the user's behalf.
 */
export function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}
