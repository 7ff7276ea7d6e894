import { type Operation, operations } from './all-endpoints.ts';

/** The example's request. `mediaType` is null if it has no body. */
export function requestOf(route: string, { parameters = [], requestBody }: Operation, mediaType: string | null) {
  const [method = '', template = ''] = route.split(' ');
  const url = new URL(template, 'http://service');
  const headers: Record<string, string> = {};
  let path = template;
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    for (const value of Array.isArray(example) ? example : [example]) {
      if (location === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
      else if (location === 'query') url.searchParams.append(name, String(value));
      else headers[name] = String(value);
    }
  }
  const example = mediaType === null ? undefined : requestBody?.content[mediaType]?.example;
  if (mediaType !== null) headers['content-type'] = mediaType;
  const body = typeof example === 'string' || example === undefined ? example : bodyOf(example, mediaType);
  return { method, url: `${path}${url.search}`, headers, body };
}

const bodyOf = (example: unknown, mediaType: string | null): string =>
  mediaType === 'application/x-www-form-urlencoded'
    ? String(new URLSearchParams(example as Record<string, string>)) // a form has only texts
    : JSON.stringify(example);

/** Each example, once per media type. */
export const EXAMPLES = [...operations].flatMap(([route, operation]) =>
  (operation.requestBody ? Object.keys(operation.requestBody.content) : [null]).map(
    (mediaType): [string, Operation, string | null] => [route, operation, mediaType],
  ),
);
