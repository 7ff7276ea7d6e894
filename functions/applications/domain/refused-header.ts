import { isObject } from '../../platform/json/is-object.ts';
import { repeatsHeader, whyNotSet, whyRefused } from './replay-headers.ts';

/** The error for the first header that no setting can have; null if there is none. */
export function refusedHeader(input: unknown): string | null {
  const headers = memberOf(memberOf(input, 'replay'), 'headers');
  const remove = memberOf(headers, 'remove');
  const typed = memberOf(memberOf(memberOf(input, 'login'), 'request'), 'headers');
  const named = [
    ...namesOf(memberOf(headers, 'set')).map((name) => ['replay.headers.set', name, whyNotSet(name)] as const),
    ...(Array.isArray(remove) ? remove : []).map(
      (name) => ['replay.headers.remove', String(name), whyRefused(String(name))] as const,
    ),
    ...namesOf(typed).map((name) => ['login.request.headers', name, whyRefused(name)] as const),
  ];
  for (const [member, name, because] of named) {
    if (because !== null) return `${member} cannot have ${name.toLowerCase()}: ${because}`;
  }
  if (repeatsHeader(namesOf(typed))) return 'login.request.headers repeats a header: names are case-insensitive';
  return null;
}

const namesOf = (value: unknown): string[] => Object.keys(isObject(value) ? value : {});

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
