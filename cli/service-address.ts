import { CliFailure } from './cli-failure.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8090';

/** The service's URL and the basic-auth credentials of a proxy in front of it (spec 1, rule 4). */
export interface ServiceAddress {
  url: string;
  authorization: string | null;
  /** The token of the Open API, where it asks for one. */
  openApiToken?: string;
}

/** Whether a service is called at a loopback address. */
export const isLoopbackUrl = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '');

/** Parses --url or SVC_URL; credentials in it become the header of HTTP basic authentication. */
export function serviceAddress(given: string): ServiceAddress {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CliFailure('BAD_URL', '--url or SVC_URL must be an http or https URL', `For example ${DEFAULT_URL}.`);
  }
  const { username, password } = url;
  const authorization =
    username || password
      ? `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
      : null;
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, authorization };
}
