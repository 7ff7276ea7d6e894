import type { PageRequest } from './page-route.ts';
import { isSecure } from './session-cookie.ts';

/** The address of the service: on loopback the one in the browser, since its port may be any, else SVC_PUBLIC_URL. */
export const serviceAddress = (
  { url, basePath }: Pick<PageRequest, 'url' | 'basePath'>,
  { publicUrl }: { publicUrl: string },
): string => (isSecure(new URL(publicUrl)) ? publicUrl : `${url.origin}${basePath}`);
