import { headerOf } from '../../../platform/values/http-tokens.ts';

/** What filters judge of an exchange. */
export interface FilteredExchange {
  /** As of `hostOf`; null if the exchange names none. */
  host: string | null;
  method: string;
  /** Path and query. */
  path: string;
  headers: readonly (readonly [string, string])[];
  /** The type of the response, in lower case without parameters; null if it states none. */
  responseType: string | null;
  /** What the browser requested it for, as its archive states in `_resourceType`. */
  resourceType: string | null;
}

/** Maximum characters of a host. */
export const MAX_HOST_LENGTH = 255;

/** The host of a URL, or of a Host header, in lower case with a port other than 80; null if there is none. */
export function hostOf(text: string | undefined): string | null {
  if (text === undefined || text === '' || /[\s/?#@\\]/.test(text)) return null;
  const host = URL.parse(`http://${text}`)?.host ?? '';
  return host === '' || host.length > MAX_HOST_LENGTH ? null : host;
}

/** A media type in lower case without parameters; null if there is none. */
export function mediaTypeOf(contentType: string | null | undefined): string | null {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return type ? type : null;
}

/** The purpose of a request that its browser states: `sec-fetch-dest`, or the resource type of its archive. */
export const purposeOf = ({ headers, resourceType }: FilteredExchange): string =>
  (headerOf(headers, 'sec-fetch-dest') ?? resourceType ?? '').trim().toLowerCase();
