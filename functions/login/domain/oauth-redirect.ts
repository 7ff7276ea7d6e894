/** Segments that mean themselves: nothing encoded, no dots that lead elsewhere, no query and no fragment. */
const PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const MOST_CHARACTERS = 2048;

/** Whether a provider may send people back to this address: a path below SVC_PUBLIC_URL, letter for letter (RFC 9700 2.1). */
export const isRedirectUri = (uri: string, publicUrl: string): boolean =>
  uri.length <= MOST_CHARACTERS && uri.startsWith(`${publicUrl}/`) && PATH.test(uri.slice(publicUrl.length));
