/** What families are made from: the endpoint and method of a request. */
export interface InFamily {
  operation: string;
  method?: string | undefined;
}

const METHOD = /^[A-Z]+ /;
/** Segments that name no resource: parameters, numbers, versions, and what paths of interfaces begin with. */
const NO_RESOURCE = /^(?:\{.*\}|:.*|\d+|v\d+(?:\.\d+)*|api|rest|graphql|rpc)$/i;

/**
 * The resource families of an endpoint: the words of its path in singular, without those that all endpoints begin with.
 * Requests of one family may read what others of it write. An endpoint without a word is of the family `/`.
 */
export function familiesOf(operations: readonly string[]): (operation: string) => string[] {
  const paths = new Map(operations.map((operation) => [operation, segmentsOf(operation)]));
  const common = commonStart([...paths.values()]);
  return (operation) => {
    const words = (paths.get(operation) ?? segmentsOf(operation))
      .slice(common)
      .filter((segment) => !NO_RESOURCE.test(segment))
      .map(singular);
    return words.length === 0 ? ['/'] : [...new Set(words)];
  };
}

const segmentsOf = (operation: string): string[] =>
  operation
    .replace(METHOD, '')
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((segment) => segment !== '');

/** How many segments every path begins with; never the whole of a path. */
function commonStart(paths: readonly (readonly string[])[]): number {
  const [first = [], ...others] = paths;
  const shortest = Math.min(...paths.map((path) => path.length), Number.POSITIVE_INFINITY) - 1;
  let common = 0;
  while (common < shortest && others.length > 0 && others.every((path) => path[common] === first[common])) common++;
  return common;
}

const singular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
