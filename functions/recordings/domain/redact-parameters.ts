import { headerOf } from '../../platform/values/http-tokens.ts';
import { percentDecoded } from './sealed/percent-decoded.ts';

/** What replaces the value of a parameter, as it is written in a query or a form. */
export type ReplaceParameter = (name: string, value: string) => string;

/** Whether the headers of a side are those of a form (HTML, 4.10.21.7). */
export const isForm = (headers: readonly (readonly [string, string])[]): boolean =>
  /^application\/x-www-form-urlencoded/i.test(headerOf(headers, 'content-type') ?? '');

/** Replaces the values of the named parameters in a form or a query; all other bytes stay. */
export const redactForm = (text: string, names: ReadonlySet<string>, replace: ReplaceParameter): string =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = at < 0 ? '' : pair.slice(0, at).replaceAll('+', ' ');
      const value = pair.slice(at + 1);
      return at >= 0 && value !== '' && names.has(percentDecoded(name) ?? name)
        ? pair.slice(0, at + 1) + replace(name, value)
        : pair;
    })
    .join('&');

/** The same in the query of a path. */
export function redactQuery(path: string, names: ReadonlySet<string>, replace: ReplaceParameter): string {
  const at = path.indexOf('?') + 1;
  return at === 0 ? path : path.slice(0, at) + redactForm(path.slice(at), names, replace);
}
