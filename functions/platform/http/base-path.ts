/**
 * The path of the address that people open; empty without one. Requests have lost it when they reach the application,
 * and what leads back to the service gets it again here, and nowhere else (docs/decisions/027).
 */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** Where a header leads: one of our paths below the base path, or the address of another service as it is. */
export const locationBelow = (basePath: string, location: string): string =>
  isOwn(location) ? `${basePath}${location}` : location;

/** A path of a browser, without the base path. */
export const pathWithin = (basePath: string, pathname: string): string =>
  pathname === basePath || pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) || '/' : pathname;

/** The page with its links below the base path. Texts have no quotation marks, so that only our own templates match. */
export const htmlBelow = (basePath: string, html: string): string =>
  basePath === '' ? html : html.replaceAll(LINKS, `="${basePath}/`);

/** A path starts with one slash; with two it would be a host. */
const isOwn = (location: string): boolean => /^\/(?!\/)/.test(location);

/**
 * The attributes of pages that have paths, which scripts read too. The search is for what follows their names, since
 * that is rarer.
 */
const LINKS = /(?<= (?:href|action|formaction|src|data-live|data-then|data-more|data-document))="\//g;
