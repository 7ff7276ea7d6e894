import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface ImportRule {
  /** A folder or a file; it may always import itself. */
  from: string;
  /** Repository paths and package names that it may import besides. */
  may: RegExp;
  because: string;
}

const FAMILY = /^functions\/(domain|repositories|http)\/|^functions\/world\.ts$|^valibot$/;
const HANDLER =
  /^functions\/(http|aws)\/|^functions\/config\.ts$|^functions\/[\w-]+\/(endpoints|steps)\.ts$|^functions\/notifier\/sweep-deliveries\.ts$|^@middy\/core$|^aws-lambda$/;

/** Who may import whom, and why. */
const RULES: readonly ImportRule[] = [
  {
    from: 'functions/domain',
    may: /^valibot$|^node:(buffer|crypto|zlib)$|^(ipaddr\.js|jose|http-parser-js|json-p3|ulid|canonicalize|protobufjs\/light\.js|fast-xml-parser|saxes|[\w-]*multipart[\w-]*|content-type|iconv-lite|undici)$/,
    because: 'the rules know nothing about where they run; only pure libraries of their field',
  },
  {
    from: 'functions/platform/world.ts',
    may: /^functions\/domain\//,
    because: 'the ports speak the language of the domain',
  },
  {
    from: 'functions/platform/settings/config.ts',
    may: /^valibot$|^node:path$|^functions\/(settings-schema|setting-values)\.ts$/,
    because: 'settings are read before there is a world',
  },
  {
    from: 'functions/platform/settings/settings-schema.ts',
    may: /^valibot$|^functions\/setting-values\.ts$/,
    because: 'what is set, and what it means, is read by the service and by its documentation',
  },
  {
    from: 'functions/platform/settings/setting-values.ts',
    may: /^valibot$|^functions\/domain\/egress\/entries\.ts$/,
    because: 'what a variable may hold is known before any is read',
  },
  {
    from: 'functions/repositories',
    may: /^functions\/domain\/|^functions\/(world|config)\.ts$|^valibot$|^jose$|^node:(crypto|zlib|stream\/consumers)$/,
    because: 'what is stored is written once, over the ports',
  },
  {
    from: 'functions/http',
    may: /^functions\/(domain|repositories|identity)\/|^functions\/(world|config|table-cursor)\.ts$|^hono(\/|$)|^@middy\/core$|^valibot$|^@valibot\/to-json-schema$|^node:crypto$/,
    because: 'it joins endpoints and a world, and knows neither by name',
  },
  {
    from: 'functions/open-api',
    may: FAMILY,
    because: 'an endpoint reads, decides and writes; families do not know each other',
  },
  {
    from: 'functions/console-api',
    may: FAMILY,
    because: 'an endpoint reads, decides and writes; families do not know each other',
  },
  {
    from: 'functions/recorder-api',
    may: FAMILY,
    because: 'an endpoint reads, decides and writes; families do not know each other',
  },
  {
    from: 'functions/evaluation-api',
    may: new RegExp(`${FAMILY.source}|^node:crypto$`),
    because: 'an endpoint reads, decides and writes; families do not know each other',
  },
  {
    from: 'functions/evaluation-steps',
    may: new RegExp(`${FAMILY.source}|^node:stream/consumers$`),
    because: 'a step reads, decides and writes; hosts call it',
  },
  {
    from: 'functions/pages',
    may: new RegExp(`${FAMILY.source}|^hono/html$|^node:(fs|path)$`),
    because: 'a page asks endpoints and repositories and writes HTML; its stylesheet and script are files',
  },
  {
    from: 'functions/log-api',
    may: FAMILY,
    because: 'an endpoint reads, decides and writes; families do not know each other',
  },
  {
    from: 'functions/replay-steps',
    may: new RegExp(`${FAMILY.source}|^node:timers/promises$`),
    because: 'a step reads, decides and writes, and sends at its pace; hosts call it',
  },
  {
    from: 'functions/notifier',
    may: new RegExp(`${FAMILY.source}|^functions/config\\.ts$|^node:timers/promises$`),
    because: 'the consumer of the queue sends in both worlds; hosts call it',
  },
  {
    from: 'functions/outbound',
    may: /^functions\/domain\/|^functions\/world\.ts$|^undici$|^node:(net|tls|dns|zlib|stream|events|http|buffer|timers)(\/promises)?$/,
    because: 'the one way out is the same in both worlds',
  },
  {
    from: 'functions/model',
    may: /^functions\/(domain|outbound)\/|^functions\/(world|config)\.ts$|^valibot$|^@valibot\/to-json-schema$|^ai$|^@ai-sdk\/|^@aws-sdk\/credential-provider-node$|^node:timers\/promises$/,
    because: 'the language model is the same in both worlds, Bedrock too',
  },
  {
    from: 'functions/identity',
    may: /^functions\/domain\/|^functions\/outbound\/guarded-fetch\.ts$|^functions\/(world|config)\.ts$|^valibot$|^oauth4webapi$/,
    because: 'providers are asked the same in both worlds, through the one way out',
  },
  {
    from: 'functions/aws',
    may: /^@aws-sdk\/|^@aws-lambda-powertools\/|^@smithy\/|^node:|^valibot$|^functions\/(domain|model|outbound)\/|^functions\/(world|config|log|table-\w+)\.ts$/,
    because: 'adapters know AWS and the ports',
  },
  {
    from: 'functions/standalone',
    may: /^node:|^valibot$|^jsonata$|^nodemailer$|^hono(\/|$)|^@hono\/node-server$|^@aws-lambda-powertools\/logger$|^functions\/(domain|model|outbound|http)\/|^functions\/(world|config|log|table-\w+)\.ts$|^functions\/[\w-]+\/(endpoints|steps)\.ts$|^functions\/pages\/(assets|pages|problem)\.ts$|^functions\/replay-steps\/(end-round|replay-step|resume-plans)\.ts$|^functions\/evaluation-steps\/(evaluation-step|policy-tick|resume-runs)\.ts$|^functions\/notifier\/(consume|deliver|handle-message|notifier-services|one-by-one|receiver-turns|sweep-deliveries)\.ts$|^functions\/repositories\/api-keys\.ts$/,
    because: 'adapters know node, the ports and the lists; never AWS',
  },
  {
    from: 'cli',
    may: /^client\/(choices|paths|service-client)\.ts$|^functions\/domain\/recordings\/|^(commander|cli-progress|cli-table3|junit-report-builder|sarif|esbuild|@bomb\.sh\/tab\/commander)$|^node:/,
    because: 'the command line is a client of the service: HTTP, and the rules of what a recording is',
  },
  {
    from: 'worker',
    may: /^(jose|valibot)$|^node:/,
    because: 'the reference worker shares nothing with the service but what is written of it',
  },
  {
    from: 'lib',
    may: /^aws-cdk-lib|^constructs$|^cdk-nag$|^node:(path|fs|url|module)$|^functions\/config\.ts$|^functions\/[\w-]+\/(endpoints|steps|pages)\.ts$|^functions\/http\/(api|families)\.ts$/,
    because: 'infrastructure reads names and routes, never logic',
  },
];

const files = ['bin', 'cli', 'worker', 'lib', 'functions'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(root, file)),
);

/** The three-line Lambda entries are composition roots: they alone pick a world. */
const isHandler = (file: string) => /^functions\/[\w-]+\/handler\.ts$/.test(file);
const belongsTo = (file: string, from: string) => file === from || file.startsWith(`${from}/`);

describe('who may import whom', () => {
  test.for(RULES)('$from: $because', ({ from, may }) => {
    const strays = files
      .filter((file) => belongsTo(file, from))
      .flatMap((file) =>
        importsOf(file)
          .filter(
            (target) => !belongsTo(target, from) && !may.test(target) && !(isHandler(file) && HANDLER.test(target)),
          )
          .map((target) => `${file} -> ${target}`),
      );
    expect(strays).toEqual([]);
  });

  test('every file under functions and lib is under a rule, or shared by both worlds by name', () => {
    const shared = /^functions\/(log|table-\w+)\.ts$/;
    const strays = files.filter(
      (file) => !file.startsWith('bin/') && !shared.test(file) && !RULES.some(({ from }) => belongsTo(file, from)),
    );
    expect(strays).toEqual([]);
  });

  test('only handler.ts picks the AWS world', () => {
    const strays = files.filter(
      (file) =>
        importsOf(file).includes('functions/platform/aws/world.ts') &&
        !isHandler(file) &&
        !file.startsWith('functions/aws/'),
    );
    expect(strays).toEqual([]);
  });
});

test('the domain never reads the clock, chance, the environment or the network', () => {
  const impure =
    /\bDate\.now\b|new Date\(\)|Math\.random|process\.|\bfetch\(|randomUUID|randomBytes|setTimeout|setInterval/;
  expect(
    files.filter((file) => file.startsWith('functions/domain') && impure.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});

test('a file has a name that says something', () => {
  expect(files.filter((file) => /\/(utils?|helpers?|common|misc|manager|index)\.ts$/.test(file))).toEqual([]);
});

test('every import of the standard library says node:', () => {
  const bare = files.flatMap((file) =>
    importsOf(file).filter((target) => builtinModules.includes(target) && !target.startsWith('node:')),
  );
  expect(bare).toEqual([]);
});

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g)].flatMap(([, target]) =>
    target === undefined ? [] : [target.startsWith('.') ? join(dirname(file), target) : target],
  );
}
