const HOME = '/console';
/** Stands for the service's own origin, which a path leaves only by naming another host. */
const OWN = 'http://own.invalid';

/** Where to go after a login: always one of our own pages (interface 13). */
export function ownPath(wanted: string | null): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, OWN)) return HOME;
  const url = new URL(wanted, OWN);
  const isOwn =
    url.origin === OWN &&
    /^\/(console|report)(\/|$)|^\/openapi$/.test(url.pathname) &&
    !/^\/console\/log(in|out)(\/|$)/.test(url.pathname);
  return isOwn ? url.pathname + url.search : HOME;
}
