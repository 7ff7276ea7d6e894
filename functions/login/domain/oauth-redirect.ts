/** Plain segments: nothing encoded, no dot segments, no query and no fragment. */
const PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const MOST_CHARACTERS = 2048;

/** Whether a provider may redirect people to this URI: a path below SVC_PUBLIC_URL, matched exactly (RFC 9700 2.1). */
export const isRedirectUri = (uri: string, publicUrl: string): boolean =>
  uri.length <= MOST_CHARACTERS && uri.startsWith(`${publicUrl}/`) && PATH.test(uri.slice(publicUrl.length));
