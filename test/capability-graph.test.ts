import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOCUMENT, documentWithGraph } from '../bin/capability-graph.ts';
import {
  capabilityEdges,
  capabilityOf,
  cycles,
  folderCycles,
  isSource,
  sourceFiles,
  upwardImports,
} from '../bin/import-graph.ts';
import { importsIn } from '../bin/imports-in.ts';

const FILES = sourceFiles();

/** Which capability may import which, and why. Everything may import platform. */
const EDGES: Readonly<Record<string, string>> = {
  'analysis -> applications': 'an application can switch automatic analysis off',
  'analysis -> compare': 'an analysis speaks of kinds of differences',
  'analysis -> findings': 'failed cases are what findings classify',
  'analysis -> noise': 'both describe values to a language model by names and shapes',
  'analysis -> recordings': 'samples show recorded requests',
  'analysis -> replay': 'an analysis belongs to a round',
  'applications -> login': 'changes of settings are in the audit log',
  'arex -> applications': 'a setting limits what the agent records',
  'arex -> mocks': 'calls of the agent are answered from recordings',
  'arex -> recordings': 'records of the agent become cases',
  'compare -> applications': 'settings decide whether headers are compared; rules belong to an application',
  'compare -> recordings': 'downstream calls are compared as they were recorded',
  'console -> compare': 'the overview counts rules without a match',
  'console -> applications': 'the overview is a page of an application',
  'console -> evaluation': 'a run is not deleted before the attempt that started it has ended',
  'console -> findings': 'the overview shows states of runs',
  'console -> login': 'the first page offers the login of the administrator of this machine',
  'console -> logs': 'the sample shop is removed with the log rows of its traces',
  'console -> mocks': 'calls of starts are deleted as recordings are',
  'console -> noise': 'a run is deleted with what noise reduction found',
  'console -> notifications': 'a run is deleted with its deliveries',
  'console -> recordings': 'the overview offers the import of recordings',
  'console -> replay': 'the overview shows the next scheduled run',
  'console -> report': 'the overview shows the latest runs',
  'evaluation -> applications': 'a replay attempt takes the limits of its application',
  'evaluation -> findings': 'scores are measured on findings, and a cancelled run stops its replay',
  'evaluation -> login': 'host tokens are signed by the same keys; changes are in the audit log',
  'evaluation -> recordings': 'policies sample recorded cases',
  'evaluation -> replay': 'the built-in runner starts replays',
  'evaluation -> report': 'the result of an attempt holds the poll answer',
  'findings -> applications': 'main endpoints decide coverage',
  'findings -> compare': 'differences are classified by kind and by rules',
  'findings -> mocks': 'calls of a replay are shown with what answered them',
  'findings -> recordings': 'stored answers are compared again with the recording',
  'findings -> replay': 'findings are computed from the clusters of a round',
  'logs -> applications': 'the logs of an application are one of its pages',
  'logs -> recordings': 'the logs of an application are found by its recordings',
  'mocks -> applications': 'settings say what happens to calls that nothing answers',
  'mocks -> recordings': 'calls are answered from recorded cases, and sealed like them',
  'noise -> applications': 'requests are sent again with the headers that the settings set',
  'noise -> compare': 'two replays of a request are compared',
  'noise -> findings': 'only what findings count is checked for noise',
  'noise -> mocks': 'a request that is sent again is answered the same recorded calls',
  'noise -> recordings': 'values are checked against the recording and its time',
  'noise -> replay': 'failing requests are sent once more, at the pace of the plan',
  'notifications -> analysis': 'a message says how far the analysis is',
  'notifications -> compare': 'a message names kinds of differences',
  'notifications -> findings': 'a message summarises findings',
  'notifications -> login': 'verification codes leave by the same queue',
  'notifications -> replay': 'a message belongs to a round',
  'recordings -> applications': 'settings decide what is redacted and how endpoints are named',
  'replay -> applications': 'settings hold load, headers and timeouts',
  'replay -> compare': 'answers are compared as they arrive',
  'replay -> logs': 'a search of logs finds the requests of a run',
  'replay -> mocks': 'a request is prepared for its downstream calls before it is sent',
  'replay -> recordings': 'a plan replays recorded cases',
  'report -> analysis': 'the poll answer and the report show the analysis',
  'report -> applications': 'lists of runs are pages of an application',
  'report -> compare': 'two answers are shown aligned as they are compared',
  'report -> findings': 'the poll answer and the report show findings',
  'report -> logs': 'a request leads to its log rows',
  'report -> noise': 'the report shows suggestions',
  'report -> recordings': 'a request is shown as it was recorded',
  'report -> replay': 'the report reads plans, rounds and results',
  'trials -> applications': 'a trial sends the login step of an application to one of its targets',
  'trials -> mocks': 'a tried login is signed as the requests of a run are',
  'trials -> recordings': 'a login step may be a recorded request, opened by its keys',
  'trials -> replay': 'a login is tried as a run sends it',
};

/** The rooms of evaluation: each imports only those above it in this table. */
const ROOMS: Readonly<Record<string, string>> = {
  domain: 'nouns and rules: values in, values out',
  common: 'what every endpoint of the evaluation API has',
  ledger: 'the only writer of runs, attempts and their events',
  workflows: 'a run is of a workflow version',
  'replay-regression': 'the built-in framework that a run can start',
  runs: 'what hosts work on and gates decide about',
  hosts: 'a host leases attempts of runs',
  artifacts: 'a host uploads artifacts of the attempts that it holds',
  scores: 'measured on runs and attempts',
  gates: 'decide about a run by its scores and artifacts',
  policies: 'start runs over recorded traffic',
  service: 'composes the stores of all rooms',
  steps: 'the Tasks of the state machine, across all rooms',
  api: 'the list of all endpoints',
  pages: 'show all of it',
};

/** The nouns of evaluation, in the same way. Files right below `domain` are words that all of them use. */
const NOUNS: readonly string[] = [
  'manifests',
  'artifacts',
  'ledger',
  'runs',
  'scores',
  'gates',
  'hosts',
  'replay-regression',
  'workflows',
  'choices',
  'policies',
];

/** Repository paths that a file imports more than types from. */
const valueImports = (path: string): string[] =>
  importsIn(readFileSync(path, 'utf8').replaceAll(/^(?:import|export) type [^;]*;/gm, ''))
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(path), target));

/** The folders of a capability that others may import values from, and what is in them. */
const PUBLIC_FOLDERS: Readonly<Record<string, string>> = {
  domain: 'rules, and the words for them',
  service: 'what orchestrates the stores',
  'api/parts': 'refusals, schemas and examples that endpoints of capabilities above answer with too',
  'pages/parts': 'parts of pages that pages of capabilities above show too',
};

/** A file of a public folder, or what composes the services of a capability. */
const PUBLIC_FILE = new RegExp(
  `^functions/[\\w-]+/(?:(?:[\\w-]+/)*?(?:${Object.keys(PUBLIC_FOLDERS).join('|')})/|(?:[\\w-]+/)?composition\\.ts$)`,
);

describe('the graph of capabilities', () => {
  const edges = capabilityEdges(FILES);

  test('has no edge without a reason', () => {
    const strays = [...edges].filter(([name]) => !name.endsWith('-> platform') && EDGES[name] === undefined);
    expect(strays).toEqual([]);
  });

  test('has every edge that a reason is written for', () => {
    expect(Object.keys(EDGES).filter((name) => !edges.has(name))).toEqual([]);
  });

  test('is acyclic, types and dynamic imports included', () => {
    const targets = new Map<string, string[]>();
    for (const name of edges.keys()) {
      const [from = '', to = ''] = name.split(' -> ');
      targets.set(from, [...(targets.get(from) ?? []), to]);
    }
    expect(cycles(targets)).toEqual([]);
    expect(cycles(new Map([...targets, ['platform', ['findings']]]))).not.toEqual([]);
  });

  /** Imports of values across capabilities. */
  const crossings = FILES.flatMap(({ path }) => {
    const own = capabilityOf(path);
    if (own === undefined) return [];
    return valueImports(path)
      .filter((target) => ![own, 'platform', undefined].includes(capabilityOf(target)))
      .map((target) => ({ path, target }));
  });

  test('leads to values of public folders only', () => {
    const strays = crossings.filter(({ target }) => !PUBLIC_FILE.test(target));
    expect(strays.map(({ path, target }) => `${path} -> ${target}`)).toEqual([]);
  });

  test('leads to every file of a folder of parts', () => {
    const parts = FILES.map(({ path }) => path).filter((path) => /^functions\/.+\/parts\//.test(path));
    const used = new Set(crossings.map(({ target }) => target));
    expect(parts.filter((path) => !used.has(path))).toEqual([]);
  });

  test('equals the drawing in docs/how-it-works.md', () => {
    const text = readFileSync(DOCUMENT, 'utf8');
    expect(text).toBe(documentWithGraph(text));
  });

  test('has no files that import each other in a circle', () => {
    const imports = new Map(FILES.map(({ path, imports: imported }) => [path, imported.filter(isSource)]));
    expect(cycles(imports)).toEqual([]);
  });
});

describe('the rooms of evaluation', () => {
  const EVALUATION = 'functions/evaluation';

  test('import only rooms before them', () => {
    expect(upwardImports(FILES, EVALUATION, Object.keys(ROOMS))).toEqual([]);
  });

  test('have nouns that import only nouns before them', () => {
    expect(upwardImports(FILES, `${EVALUATION}/domain`, NOUNS)).toEqual([]);
  });

  test('know the composition of their services by its types only', () => {
    const strays = FILES.filter(({ path }) => /^functions\/evaluation\/(?!steps\/)[\w-]+\//.test(path))
      .filter(({ path }) => valueImports(path).includes(`${EVALUATION}/composition.ts`))
      .map(({ path }) => path);
    expect(strays).toEqual([]);
  });
});

describe('neighbouring folders', () => {
  test('do not import each other in a circle', () => {
    const files = FILES.filter(({ path }) => !/^(?:test|bench)\//.test(path));
    expect(folderCycles(files)).toEqual([]);
  });
});
