// Long because each edge between capabilities has its reason.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DOCUMENT, documentWithGraph } from '../bin/capability-graph.ts';
import { capabilityEdges, cycles, layerOf, sourceFiles } from '../bin/import-graph.ts';

const FILES = sourceFiles();

/** `own` stands for the capability of the importing file. */
interface LayerRule {
  layer: string;
  may: readonly RegExp[];
  because: string;
}

const layer = (name: string) => new RegExp(`^functions/(?!platform/)[\\w-]+/(?:[\\w-]+/)*?${name}/`);

/** Platform files that are values in, values out. */
const PURE =
  /^functions\/platform\/(?:(?:result|json)\.ts$|values\/|json\/|time\/|outbound\/(?:egress\/|outbound|receiver-outcome|max-load)|model\/model-question)/;
const SERVICES = /^functions\/(?!platform\/)[\w-]+\/(?:[\w-]+\/)?services\.ts$/;
const WORLD = /^functions\/platform\/world\.ts$/;
const STORED = /^functions\/platform\/(?:table\/|blob-bytes|blob-key|daily-quota)/;
const RETRY = /^functions\/platform\/table\/retry-on-conflict\.ts$/;

/** What each layer of a capability may import. Which capabilities it may import is decided by EDGES. */
const LAYERS: readonly LayerRule[] = [
  {
    layer: 'domain',
    may: [
      layer('domain'),
      PURE,
      /^valibot$|^node:(?:buffer|crypto|zlib)$|^(?:croner|ipaddr\.js|jose|http-parser-js|json-p3|ulid|@codemirror\/lang-sql|canonicalize|fflate\/browser|js-yaml|protobufjs\/light\.js|saxes)$|\/opentelemetry-proto\.json$/,
    ],
    because: 'rules know nothing of where they run: values in, values out, and pure libraries of their field',
  },
  {
    layer: 'store',
    may: [
      layer('domain'),
      layer('store'),
      PURE,
      WORLD,
      STORED,
      /^valibot$|^jose$|^node:(?:crypto|zlib|stream\/consumers)$/,
    ],
    because: 'what is kept is written once, over the ports',
  },
  {
    layer: 'service',
    may: [
      layer('domain'),
      layer('store'),
      layer('service'),
      SERVICES,
      PURE,
      WORLD,
      STORED,
      /^functions\/platform\/(?:composition|fault-facts)\.ts$|^functions\/platform\/(?:settings\/|http\/api\.ts$|outbound\/guarded-fetch)/,
      /^valibot$|^oauth4webapi$|^node:(?:crypto|timers\/promises)$/,
    ],
    because: 'a service orchestrates stores and rules over the ports; the host and its transport are not its business',
  },
  {
    layer: 'api',
    may: [
      layer('domain'),
      layer('store'),
      layer('service'),
      layer('api'),
      SERVICES,
      PURE,
      WORLD,
      RETRY,
      /^functions\/platform\/(?:http\/|fault-facts\.ts$)/,
      /^valibot$|^hono\/utils\/cookie$|^node:crypto$/,
    ],
    because: 'an endpoint reads, decides and writes by the services that it declares',
  },
  {
    layer: 'steps',
    may: [
      layer('domain'),
      layer('store'),
      layer('service'),
      layer('steps'),
      layer('api'),
      SERVICES,
      PURE,
      WORLD,
      RETRY,
      /^functions\/platform\/(?:capability|composition|fault-facts)\.ts$/,
      /^valibot$|^node:(?:timers\/promises|stream\/consumers)$/,
    ],
    because: 'a step knows its state and its services, and nothing of HTTP',
  },
  {
    layer: 'pages',
    may: [
      layer('domain'),
      layer('store'),
      layer('service'),
      layer('pages'),
      layer('api'),
      SERVICES,
      PURE,
      WORLD,
      /^functions\/platform\/(?:pages-shell\/|http\/pages\/|http\/api\.ts$)/,
      /^valibot$|^hono\/(?:html|utils\/html)$/,
    ],
    because: 'a page asks endpoints and services and writes HTML with the components of the shell',
  },
];

/** What other folders may import. A folder may always import itself. */
const FOLDERS: readonly { from: string; may: RegExp; because: string }[] = [
  {
    from: 'functions/platform',
    may: /^(?!functions\/|lib\/|bin\/|cli\/|test\/)/,
    because: 'platform knows nothing of the product',
  },
  {
    from: 'functions/platform/aws',
    may: /^@aws-sdk\/|^@aws-lambda-powertools\/|^@smithy\/|^node:|^valibot$|^functions\/platform\/(?!standalone\/)/,
    because: 'adapters know AWS and the ports, never the other world',
  },
  {
    from: 'functions/platform/standalone',
    may: /^node:|^valibot$|^jsonata$|^nodemailer$|^piscina$|^hono(?:\/|$)|^@hono\/node-server|^functions\/platform\/(?!aws\/)/,
    because: 'adapters know node and the ports, never the other world',
  },
  {
    from: 'functions/platform/migrations',
    may: /^functions\/platform\/world\.ts$/,
    because: 'a migration stays as it was released, whatever the domain becomes',
  },
  {
    from: 'functions/composition',
    may: /^functions\/|^@?middy|^@middy\/|^@aws-lambda-powertools\/|^aws-lambda$|^hono(?:\/|$)|^valibot$|^node:/,
    because: 'it joins a world and capabilities for the entries of both hosts',
  },
  {
    from: 'lib',
    may: /^aws-cdk-lib|^constructs$|^cdk-nag$|^esbuild$|^node:|^functions\/[\w-]+\/(?:capability|lambda\/uses)\.ts$|^functions\/composition\/(?:capabilities|aws\/write-bundled-files)\.ts$|^functions\/platform\/(?:capability|function-uses|settings\/|http\/(?:api|error-row|families)\.ts|http\/documents\/)/,
    because:
      'infrastructure reads declarations and names of settings, and writes the files beside a bundle; it runs no logic',
  },
  {
    from: 'cli',
    may: /^client\/|^functions\/platform\/standalone\/admin\/|^functions\/recordings\/domain\/|^functions\/applications\/domain\/redact-rule\.ts$|^functions\/platform\/(?:json|values\/|result)|^functions\/(?:compare|findings)\/domain\/[\w-]*words\.ts$|^(?:commander|cli-progress|cli-table3|junit-report-builder|sarif|esbuild|fflate\/browser|@bomb\.sh\/tab\/commander|undici(?:\/.+)?|@peculiar\/x509|reflect-metadata|valibot|mysql2\/promise|pg|pg-protocol\/dist\/buffer-(?:reader|writer)\.js)$|^node:/,
    because:
      'the command line is a client of the service: HTTP, what a recording is and is redacted of, and the words of kinds and states; `replay admin` works on the files of a standalone service, and databases are recorded by their protocols',
  },
  {
    from: 'agent',
    may: /^cli\/downstream\/(?:mysql\/(?:capabilities|packets|read-result|result|server-packets)|postgres\/server-messages)\.ts$|^functions\/recordings\/domain\/|^functions\/applications\/domain\/redact-rule\.ts$|^(?:@opentelemetry\/instrumentation|import-in-the-middle\/register-hooks\.mjs|esbuild)$|^node:/,
    because:
      'the agent runs in applications of others: it knows what a recording is, speaks HTTP with the service, and reads and writes messages of MySQL and PostgreSQL as the proxies do',
  },
  {
    from: 'worker',
    may: /^(?:jose|valibot)$|^node:/,
    because: 'the reference worker shares nothing with the service but what is written of it',
  },
  {
    from: 'client',
    may: /^(?:openapi-fetch|json-schema-to-typescript)$|^node:|^functions\/(?:composition\/capabilities|platform\/http\/documents\/[\w-]+)\.ts$/,
    because: 'the client is made from the OpenAPI document',
  },
  {
    from: 'demo',
    may: /^node:|^agent\/build\.ts$|^functions\/(?:compare\/domain\/kinds|findings\/domain\/findings|platform\/standalone\/node-arguments)\.ts$|^(?:cli-table3|cli-progress|undici|valibot|hono|@hono\/node-server|pg|ioredis|redis-parser|@electric-sql\/pglite|@electric-sql\/pglite-socket)$/,
    because:
      'the demo is a user of the service: it speaks HTTP, starts its shop with the agent, and knows the names of kinds and states; the shop has a database and a cache',
  },
];

const belongsTo = (file: string, from: string) => file === from || file.startsWith(`${from}/`);

describe('who may import whom', () => {
  test.for(LAYERS)('$layer: $because', ({ layer: name, may }) => {
    const strays = FILES.filter(({ path }) => layerOf(path) === name).flatMap(({ path, imports }) =>
      imports.filter((target) => !may.some((rule) => rule.test(target))).map((target) => `${path} -> ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test.for(FOLDERS)('$from: $because', ({ from, may }) => {
    const strays = FILES.filter(({ path }) => belongsTo(path, from)).flatMap(({ path, imports }) =>
      imports.filter((target) => !belongsTo(target, from) && !may.test(target)).map((target) => `${path} -> ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test('only entries and composition import a world of AWS', () => {
    const strays = FILES.filter(({ imports }) => imports.some((target) => target.startsWith('functions/platform/aws/')))
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^functions\/platform\/aws\/|^functions\/composition\/|\/lambda\/|^bin\/|^test\/|^bench\//.test(path),
      );
    expect(strays).toEqual([]);
  });

  test('the product imports no test, bench or demo', () => {
    const strays = FILES.filter(({ path }) => /^(?:functions|lib|agent|cli|worker|client)\//.test(path)).flatMap(
      ({ path, imports }) =>
        imports.filter((target) => /^(?:test|bench|demo)\//.test(target)).map((target) => `${path} -> ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test('every file below functions is in a layer, or composes its capability', () => {
    const strays = FILES.map(({ path }) => path).filter(
      (path) =>
        path.startsWith('functions/') &&
        !/^functions\/(?:platform|composition)\//.test(path) &&
        layerOf(path) === undefined &&
        !/^functions\/[\w-]+\/(?:[\w-]+\/)?(?:services|capability)\.ts$/.test(path),
    );
    expect(strays).toEqual([]);
  });
});

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
  'console -> applications': 'the overview is a page of an application',
  'console -> findings': 'the overview shows states of runs',
  'console -> recordings': 'the overview offers the import of recordings',
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
  'logs -> recordings': 'a lookup starts at a recorded case',
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
};

describe('the graph of capabilities', () => {
  const edges = capabilityEdges(FILES);

  test('has no edge without a reason', () => {
    const strays = [...edges].filter(([name]) => !name.endsWith('-> platform') && EDGES[name] === undefined);
    expect(strays).toEqual([]);
  });

  test('has every edge that there is a reason for', () => {
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

  test('is drawn in docs/how-it-works.md as it is', () => {
    const text = readFileSync(DOCUMENT, 'utf8');
    expect(text).toBe(documentWithGraph(text));
  });

  test('no files import each other in a circle', () => {
    const imports = new Map(
      FILES.map(({ path, imports }) => [path, imports.filter((target) => target.endsWith('.ts'))]),
    );
    expect(cycles(imports)).toEqual([]);
  });
});
