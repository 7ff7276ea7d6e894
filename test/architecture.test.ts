import { describe, expect, test } from 'vitest';
import { layerOf, sourceFiles } from '../bin/import-graph.ts';

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
const COMPOSITION = /^functions\/(?!platform\/)[\w-]+\/(?:[\w-]+\/)?composition\.ts$/;
const WORLD = /^functions\/platform\/world\.ts$/;
const STORED = /^functions\/platform\/(?:table\/|blob-bytes|blob-key|daily-quota)/;
const RETRY = /^functions\/platform\/table\/retry-on-conflict\.ts$/;

/**
 * What each layer of a capability may import. Which capabilities it may import is decided by capability-graph.test.ts.
 */
const LAYERS: readonly LayerRule[] = [
  {
    layer: 'domain',
    may: [
      layer('domain'),
      PURE,
      /^valibot$|^node:(?:buffer|crypto|zlib)$|^(?:croner|cronstrue|ipaddr\.js|jose|http-parser-js|json-p3|ulid|@codemirror\/lang-sql|canonicalize|fflate\/browser|js-yaml|junit-report-builder|protobufjs\/light\.js|sarif|saxes|htmlparser2|validator\/lib\/\w+\.js|@slack\/types)$|\/opentelemetry-proto\.json$/,
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
      COMPOSITION,
      PURE,
      WORLD,
      STORED,
      /^functions\/platform\/(?:composition|fault-facts)\.ts$|^functions\/platform\/(?:settings\/|steps\/|http\/api\.ts$|outbound\/guarded-fetch)/,
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
      COMPOSITION,
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
      COMPOSITION,
      PURE,
      WORLD,
      RETRY,
      /^functions\/platform\/(?:steps\/|(?:capability|composition|fault-facts|run-rate)\.ts$)/,
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
      COMPOSITION,
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
    may: /^node:|^valibot$|^jsonata$|^nodemailer$|^piscina$|^prom-client$|^@opentelemetry\/(?:api|context-async-hooks|core|exporter-trace-otlp-proto|resources|sdk-trace)$|^hono(?:\/|$)|^@hono\/node-server|^functions\/platform\/(?!aws\/)/,
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
    may: /^aws-cdk-lib|^constructs$|^cdk-nag$|^esbuild$|^node:|^functions\/[\w-]+\/capability\.ts$|^functions\/composition\/(?:capabilities|aws\/(?:function-entries|write-bundled-files))\.ts$|^functions\/platform\/(?:capability|function-uses|values\/families\/|settings\/|http\/(?:api|error-row|families)\.ts|http\/documents\/)/,
    because:
      'infrastructure reads declarations and names of settings, rows and blobs, and writes the files beside a bundle; it runs no logic',
  },
  {
    from: 'cli',
    may: /^(?:client|proxies)\/|^functions\/platform\/standalone\/admin\/|^functions\/login\/(?:domain\/(?:roles|user-name)|service\/grant-role)\.ts$|^functions\/platform\/outbound\/connection-text\.ts$|^functions\/recordings\/domain\/|^functions\/applications\/domain\/redact-rule\.ts$|^functions\/platform\/(?:json|values\/|result)|^functions\/(?:compare|findings)\/domain\/[\w-]+-(?:labels|texts|sides)\.ts$|^functions\/compare\/domain\/expected\/expectation-ids\.ts$|^functions\/findings\/domain\/(?:findings|masked-result|endpoints\/endpoint-counts|summary\/[\w-]+)\.ts$|^functions\/report\/domain\/export\/|^(?:commander|cli-progress|js-yaml|junit-report-builder|open|sarif|esbuild|fflate\/browser|@bomb\.sh\/tab\/commander|genson-js|valibot|zod|@modelcontextprotocol\/server(?:\/stdio)?)$|^node:/,
    because:
      'the command line is a client of the service: HTTP, what a recording is and is redacted of, the labels of kinds and states, the ids of expected changes, and the formats of a report; it starts the proxies; `replay admin` works on the files of a standalone service, and gives users their roles there',
  },
  {
    from: 'proxies',
    may: /^functions\/platform\/(?:json|values\/|outbound\/(?:egress\/|connect\.|guarded-connect|connection-(?:failure|text)))|^functions\/recordings\/domain\/|^(?:undici(?:\/.+)?|@peculiar\/(?:x509|asn1-schema|asn1-x509)|reflect-metadata|valibot|mysql2\/promise|pg|pg-protocol\/dist\/buffer-(?:reader|writer)\.js)$|^node:/,
    because:
      'a proxy stands between an application and what it calls: it knows what a recorded call is, checks addresses as the service does, and speaks protocols of databases; who starts it says where calls go and who answers them',
  },
  {
    from: 'agent',
    may: /^cli\/package\/(?:bundle-options|licenses-of)\.ts$|^proxies\/(?:mysql\/(?:capabilities|packets|result|result-step|server-packets)|postgres\/server-messages)\.ts$|^functions\/recordings\/domain\/|^functions\/applications\/domain\/redact-rule\.ts$|^functions\/mocks\/domain\/replay-key\.ts$|^(?:@opentelemetry\/instrumentation|import-in-the-middle\/register-hooks\.mjs|esbuild)$|^node:/,
    because:
      'the agent runs in applications of others: it knows what a recording is and how the service signs a replay, speaks HTTP with the service, reads and writes messages of MySQL and PostgreSQL as the proxies do, and builds its package as the command line does, with the licences inside',
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
    from: 'release',
    may: /^(?:agent|cli\/package)\/(?:build|licenses-of)\.ts$|^client\/current-document\.ts$|^lib\/(?:without-editor|bundle|built-bundles)\.ts$|^functions\/platform\/(?:pages-shell\/assets|standalone\/node-arguments)\.ts$|^functions\/composition\/aws\/function-entries\.ts$|^esbuild$|^node:/,
    because: 'a release packs what other folders build, and bundles the service with the files that it reads',
  },
  {
    from: 'demo',
    may: /^node:|^agent\/build\.ts$|^functions\/(?:compare\/domain\/kinds|findings\/domain\/findings|platform\/standalone\/node-arguments)\.ts$|^(?:cli-table3|cli-progress|undici|valibot|hono|@hono\/node-server|pg|ioredis|redis-parser|@electric-sql\/pglite|@electric-sql\/pglite-socket)$/,
    because:
      'the demo is a user of the service: it speaks HTTP, starts its shop with the agent, and knows the names of kinds and states; the shop has a database and a cache',
  },
];

const belongsTo = (file: string, from: string) => file === from || file.startsWith(`${from}/`);

describe('the imports of a file', () => {
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

  test('leave the worlds of AWS to composition', () => {
    const strays = FILES.filter(({ imports }) => imports.some((target) => target.startsWith('functions/platform/aws/')))
      .map(({ path }) => path)
      .filter((path) => !/^functions\/platform\/aws\/|^functions\/composition\/|^bin\/|^test\/|^bench\//.test(path));
    expect(strays).toEqual([]);
  });

  test('have no test, bench or demo in the product', () => {
    const strays = FILES.filter(({ path }) =>
      /^(?:functions|lib|agent|cli|proxies|worker|client)\//.test(path),
    ).flatMap(({ path, imports }) =>
      imports.filter((target) => /^(?:test|bench|demo)\//.test(target)).map((target) => `${path} -> ${target}`),
    );
    expect(strays).toEqual([]);
  });

  test('are limited by a layer for every file below functions that does not compose its capability', () => {
    const strays = FILES.map(({ path }) => path).filter(
      (path) =>
        path.startsWith('functions/') &&
        !/^functions\/(?:platform|composition)\//.test(path) &&
        layerOf(path) === undefined &&
        !/^functions\/[\w-]+\/(?:[\w-]+\/)?(?:composition|capability)\.ts$/.test(path),
    );
    expect(strays).toEqual([]);
  });
});
