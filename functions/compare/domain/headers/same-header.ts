import { withoutGenerated } from './without-generated.ts';

/** Whether two values of a meaningful header, its name in lower case, mean the same. */
export function sameHeader(name: string, recorded: string, replayed: string): boolean {
  if (recorded === replayed) return true;
  const normal = NORMAL_FORMS.get(name);
  if (normal !== undefined) return normal(recorded) === normal(replayed);
  if (name === 'cache-control') return sameDirectives(recorded, replayed);
  if (name === 'access-control-allow-origin') return isOrigin(recorded) && isOrigin(replayed);
  return withoutGenerated(recorded, replayed) === recorded;
}

/** The values of a list; their order does not count. */
const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');
const sortedList = (value: string): string => listOf(value).sort().join(', ');

/**
 * A media type with its parameters. UTF-8 is the charset of a type without one, and each response has a new boundary.
 */
const mediaType = (value: string): string => {
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase().replaceAll(/["\s]/g, ''));
  return [type, ...parameters.filter((one) => !WITHOUT_MEANING.test(one)).sort()].join(';');
};

const WITHOUT_MEANING = /^(?:charset=utf-?8|boundary=.*)?$/;

const NORMAL_FORMS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['content-type', mediaType],
  ...['allow', 'access-control-allow-methods', 'access-control-allow-headers', 'access-control-expose-headers'].map(
    (name): [string, (value: string) => string] => [name, sortedList],
  ),
]);

/** Directives in any order. A max-age that is counted down to a point in time is not a change. */
function sameDirectives(recorded: string, replayed: string): boolean {
  const [a, b] = [directivesOf(recorded), directivesOf(replayed)];
  return a.size === b.size && [...a].every(([name, value]) => sameDirective(name, value, b.get(name)));
}

const directivesOf = (value: string): Map<string, string> =>
  new Map(
    listOf(value).map((one) => {
      const [name = '', given = ''] = one.split('=', 2);
      return [name.trim(), given.trim()];
    }),
  );

function sameDirective(name: string, recorded: string, replayed: string | undefined): boolean {
  if (recorded === replayed) return true;
  if (replayed === undefined || !/^(?:max-age|s-maxage)$/.test(name)) return false;
  const seconds = [Number(recorded), Number(replayed)];
  return seconds.every((one) => one > 0) && seconds.some((one) => one % SECONDS_OF_A_MINUTE !== 0);
}

/** A configured max-age is a number of whole minutes; seconds beside them are what is left until a point in time. */
const SECONDS_OF_A_MINUTE = 60;

/** An origin, which belongs to the environment; not `*` or `null`. */
const isOrigin = (value: string): boolean => /^https?:\/\//i.test(value);
