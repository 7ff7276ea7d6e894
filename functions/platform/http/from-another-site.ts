/**
 * Whether a browser says that another site made it ask; what is no browser sends no such header. Where a cookie or nothing at all is
 * asked for, any page that somebody has open could otherwise act in his name.
 */
export function isFromAnotherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}
