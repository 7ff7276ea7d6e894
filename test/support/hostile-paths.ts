/** A path as a setting may hold it, and a JSON body that it is evaluated in. */
export interface HostilePair {
  name: string;
  path: string;
  body: string;
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join('');
const list = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join();

/** Paths of the subset that select in as many ways as 1,000 characters allow. */
const READABLE: Readonly<Record<string, string>> = {
  'descents of wildcards': '$..*..*..*..*..*',
  'the most descents of wildcards': `$${times(32, () => '..*')}`,
  'the most descents of a name': `$${times(32, () => '..a')}`,
  'descents of two names': `$${times(16, () => '..a..b')}`,
  'wildcards side by side': `$..[${list(480, () => '*')}]`,
  'one name side by side': `$..[${list(240, () => "'a'")}]`,
  'indices side by side': `$..[${list(240, (i) => String(i))}]`,
  'indices from the end': `$${times(32, () => '..[-1]')}`,
  'filters side by side': `$..[${list(70, (i) => `?@.a=='${i}'`)}]`,
  'descents of filters': `$${times(32, () => "..[?@.a=='x']")}`,
  'filters of numbers': `$..[${list(60, (i) => `?@.a==${i + 1}e9`)}]`,
  'a filter of an endless number': `$..[?@.a==1e${'9'.repeat(900)}]`,
  'a filter far below': `$..[?@${'.a'.repeat(480)}=='x']`,
  'a filter of a long text': `$..[?@.a=='${'a'.repeat(900)}']`,
  'a long name': `$..${'a'.repeat(900)}`,
  'escaped names': `$..['${'\\u0061'.repeat(150)}']`,
  'a name of another script': `$..${'名'.repeat(900)}`,
};

/** What other readers of JSONPath take, and texts that are not paths. */
const REFUSED: Readonly<Record<string, string>> = {
  'a backtracking search': "$[?search(@.a,'(a+)+$')]",
  'a backtracking match': "$..[?match(@.a,'(a|aa)+b')]",
  'counts of everything': '$..[?count(@..*)>count($..*)]',
  'a query in a filter': '$..[?@..*]',
  'parentheses in each other': `$[?${'('.repeat(480)}@.a=='v'${')'.repeat(480)}]`,
  'open parentheses': `$[?${'('.repeat(990)}`,
  'negations in each other': `$[?${'!'.repeat(990)}@.a]`,
  'filters in each other': `$${'[?@'.repeat(300)}${']'.repeat(90)}`,
  'an open quote': `$['${'\\\\'.repeat(490)}`,
  dots: `$${'.'.repeat(999)}`,
  'too many steps': `$${'.a'.repeat(400)}`,
  'too many characters': `$.${'a'.repeat(1_000_000)}`,
};

/** Bodies of up to 600 KB. */
const BODIES: Readonly<Record<string, string>> = {
  '32 letters': JSON.stringify([{ a: 'a'.repeat(32) }, { a: `${'a'.repeat(32)}b` }]),
  'lists in lists': `${'['.repeat(250)}${']'.repeat(250)}`,
  'objects in objects': `${'{"a":'.repeat(250)}1${'}'.repeat(250)}`,
  branches: JSON.stringify(branches(12)),
  numbers: `[${list(40_000, (i) => String(i))}]`,
  members: `{${list(20_000, (i) => `"a${i}":${i}`)}}`,
  objects: `[${list(3000, (i) => `{"a":"${i}","b":{"a":${i},"b":null},"c":[1,2]}`)}]`,
  'long names': `{${list(300, (i) => `"${'a'.repeat(900)}${i}":1`)}}`,
  'one name': `{${list(20_000, (i) => `"a":${i}`)}}`,
  escapes: `[{"a":"${'\\u0061'.repeat(80_000)}"},{"a":"${'名'.repeat(900)}"}]`,
  digits: `[{"a":${'9'.repeat(200_000)}},{"a":1e${'9'.repeat(200_000)}}]`,
};

function branches(depth: number): object {
  return depth === 0 ? {} : { a: branches(depth - 1), b: branches(depth - 1) };
}

const pairsOf = (paths: Readonly<Record<string, string>>): HostilePair[] =>
  Object.entries(paths).flatMap(([path, text]) =>
    Object.entries(BODIES).map(([body, json]) => ({ name: `${path} in ${body}`, path: text, body: json })),
  );

/** Pairs whose path compare rules and `redact` read. */
export const readablePairs = (): HostilePair[] => pairsOf(READABLE);

/** Pairs whose path they refuse: as a stored setting, it hides the body. */
export const refusedPairs = (): HostilePair[] => pairsOf(REFUSED);
