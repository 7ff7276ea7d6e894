import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ApiFunction } from '../../../functions/composition/aws/api-application.ts';
import { CAPABILITIES } from '../../../functions/composition/capabilities.ts';
import type { PortName } from '../../../functions/platform/aws/world.ts';

const WITH_PAGES = CAPABILITIES.filter(({ pages }) => pages.length > 0);
const ALL = CAPABILITIES.flatMap(({ endpoints }) => endpoints);
const PATHS = new Set(ALL.map(({ path }) => path));

/** `const NAME = 'text'` or a template of earlier ones. */
const CONSTANT = /\bconst (\w+) = (['`])([^'`\n]*)\2/g;
/** A method and the path beside it, as pages ask. */
const ASKED = /'(GET|POST|PUT|PATCH|DELETE)',\s*('[^']*'|`[^`]*`|[A-Z]\w*)/g;
/** A path that a page asks by a method of a table. */
const NAMED = /'(\/api\/[^'\s]*)'|`(\$\{\w+\}[^`\s]*)`/g;

/** Texts by the names of constants. */
type Constants = ReadonlyMap<string, string>;

const resolved = (text: string, constants: Constants): string =>
  text.replace(/\$\{(\w+)\}/g, (whole, name: string) => constants.get(name) ?? whole);

/** The constants of a text, over those of other files. */
function constantsIn(text: string, others: Constants): Constants {
  const own = [...text.matchAll(CONSTANT)].map(([, name = '', , value = '']) => [name, value] as const);
  const all = new Map([...others, ...own]);
  return new Map([...all].map(([name, value]) => [name, resolved(value, all)]));
}

const methodsAndPaths = (text: string, constants: Constants): string[] =>
  [...text.matchAll(ASKED)].flatMap(([, method, given = '']) => {
    const path = /^['`]/.test(given) ? resolved(given.slice(1, -1), constants) : (constants.get(given) ?? '');
    return PATHS.has(path) ? [`${method} ${path}`] : [];
  });

const pathsAlone = (text: string, constants: Constants): string[] =>
  [...text.matchAll(NAMED)]
    .map(([, plain, template = '']) => plain ?? resolved(template, constants))
    .filter((path) => PATHS.has(path));

/** What sources of pages ask: methods with paths, and paths alone. */
function askedBy(capability: string) {
  const files = globSync(`functions/${capability}/**/*.ts`).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const ofAll = constantsIn(files.map(({ text }) => text).join('\n'), new Map());
  const pages = files
    .filter(({ file }) => file.includes('/pages/'))
    .map(({ text }) => ({ text, constants: constantsIn(text, ofAll) }));
  return {
    asked: new Set(pages.flatMap(({ text, constants }) => methodsAndPaths(text, constants))),
    paths: new Set(pages.flatMap(({ text, constants }) => pathsAlone(text, constants))),
  };
}

/** What the function of a capability is given: its own endpoints, and those of others that it names. */
async function givenTo(name: string): Promise<Set<string>> {
  const { api }: { api: () => ApiFunction<PortName> } = await import(
    `../../../functions/composition/aws/functions/${name}.ts`
  );
  const host = {
    servicesOf: () => () => {
      throw new Error('nothing is asked');
    },
  };
  const own = CAPABILITIES.find((one) => one.name === name)?.endpoints ?? [];
  return new Set(
    [...own, ...(api().asks ?? []).flatMap((of) => of(host))].map(({ method, path }) => `${method} ${path}`),
  );
}

describe.each(WITH_PAGES.map(({ name }) => name))('the function of %s', (name) => {
  test('is given each endpoint that its pages ask: on AWS it has no others', async () => {
    const given = await givenTo(name);
    const { asked, paths } = askedBy(name);
    expect([...asked].filter((one) => !given.has(one))).toEqual([]);
    const givenPaths = new Set([...given].map((one) => one.slice(one.indexOf(' ') + 1)));
    expect([...paths].filter((path) => !givenPaths.has(path))).toEqual([]);
  });
});

test('the sources of pages are read: they ask endpoints', () => {
  const asked = WITH_PAGES.flatMap(({ name }) => [...askedBy(name).asked]);
  expect(asked.length).toBeGreaterThan(40);
});
