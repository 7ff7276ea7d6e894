import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';

/**
 * The paths of everything that a GET answers, endpoints, pages and exports of both, with these values in their parts.
 */
export const everyGet = (values: Readonly<Record<string, string>>): string[] =>
  CAPABILITIES.flatMap(({ endpoints, pages }) => [...endpoints, ...pages])
    .filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/v1/eval/hosts'))
    .map(({ path }) => path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? 'unknown')));
