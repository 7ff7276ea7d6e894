/** The names that the service is called by. */
export interface OwnNames {
  publicUrl: string;
  /** SVC_ALLOWED_HOSTS. */
  allowedHosts: readonly string[];
}

/**
 * Whether an `Origin` header names a page of the service: the requested host and port itself, the origin of
 * SVC_PUBLIC_URL, or a name of SVC_ALLOWED_HOSTS. `host` is the host and port of the request's URL.
 */
export function ownOrigin({ publicUrl, allowedHosts }: OwnNames): (origin: string, host: string) => boolean {
  const publicOrigin = new URL(publicUrl).origin;
  return (origin, host) => {
    const url = URL.parse(origin);
    if (url === null || !/^https?:$/.test(url.protocol)) return false;
    return url.host === host || url.origin === publicOrigin || allowedHosts.includes(bareName(url.hostname));
  };
}

/** A host name as settings write it: without brackets and without a trailing dot. */
export const bareName = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '');
