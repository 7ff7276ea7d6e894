/** Plain segments: nothing encoded, no dot segments, no query and no fragment. */
const PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/;
const MAX_LENGTH = 2048;

/** Whether a provider may redirect people to this URI: a path below SVC_PUBLIC_URL, matched exactly (RFC 9700 2.1). */
export const isRedirectUri = (uri: string, publicUrl: string): boolean =>
  uri.length <= MAX_LENGTH && uri.startsWith(`${publicUrl}/`) && PATH.test(uri.slice(publicUrl.length));
