import { diff as jsonDiffTs } from 'json-diff-ts';
import { create } from 'jsondiffpatch';
import microdiff from 'microdiff';
import { compareResponses } from '../functions/compare/domain/compare-responses.ts';
import type { ExpectedChange } from '../functions/compare/domain/expected/expected-change.ts';
import { type CompareRule, compileRules } from '../functions/compare/domain/rules/rules.ts';

/**
 * Compares two responses from their bytes, as the service does, beside alternatives that a user could choose: `node
 * bench/compare.ts`. The engine runs with 20 ignore rules, the others with none (they have no such rules). MB/s counts
 * both documents.
 */
const MB = 1_000_000;

interface Contender {
  name: string;
  compare(recorded: Uint8Array, replayed: Uint8Array): number;
}

const rule = (path: string, index: number): CompareRule => ({
  ruleId: `rule-${index}`,
  kind: 'ignore',
  operation: null,
  target: 'response',
  path,
  origin: 'person',
  createdBy: 'bench',
  createdAt: 0,
});
const ENDPOINT = '/bench';
const RULE_LIST: readonly CompareRule[] = [
  ...[
    '$..requestId',
    '$..traceId',
    '$.meta.time',
    '$.items[*].updatedAt',
    "$.items[?@.kind=='ad']",
    '$.items[*].tags[0]',
  ],
  ...Array.from({ length: 14 }, (_, i) => `$.section${i}.field${i}`),
].map(rule);
const RULES = compileRules(RULE_LIST, ENDPOINT);
const NO_RULES = compileRules([], '/bench');

const parsed = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
const byHash = create({ objectHash: (value) => String(Reflect.get(value, 'id')), arrays: { detectMove: true } });

function engine(rules: typeof RULES): Contender['compare'] {
  const headers: [string, string][] = [['content-type', 'application/json']];
  return (recorded, replayed) =>
    compareResponses(
      { status: 200, headers, body: recorded },
      { kind: 'response', status: 200, headers, body: replayed, truncated: false, durationMs: 1 },
      rules,
    ).differences.length;
}

const CONTENDERS: Contender[] = [
  { name: 'this engine, 20 rules', compare: engine(RULES) },
  { name: 'this engine, no rules', compare: engine(NO_RULES) },
  { name: 'JSON.parse + microdiff', compare: (a, b) => microdiff(parsed(a), parsed(b)).length },
  {
    name: 'JSON.parse + jsondiffpatch',
    compare: (a, b) => Object.keys(Object(byHash.diff(parsed(a), parsed(b)))).length,
  },
  {
    name: 'JSON.parse + json-diff-ts',
    compare: (a, b) => jsonDiffTs(parsed(a), parsed(b), { embeddedObjKeys: { items: 'id' } }).length,
  },
];

/** A list of orders of about this many bytes. `changed` selects those with another price. */
function orders(bytes: number, changed: (index: number) => boolean): Uint8Array {
  const items: string[] = [];
  for (let index = 0, size = 0; size < bytes; index++) {
    const item = JSON.stringify({
      id: `order-${100_000 + index}`,
      kind: index % 50 === 0 ? 'ad' : 'sale',
      customer: {
        name: `Customer ${index % 977}`,
        city: ['Shanghai', 'Berlin', 'Lima'][index % 3],
        vip: index % 7 === 0,
      },
      price: { amount: (index * 37) % 10_000, currency: 'CNY', tax: changed(index) ? 0.19 : 0.13 },
      tags: ['new', `t${index % 11}`],
      updatedAt: '2026-11-20T10:00:00.123Z',
      comment: index % 5 === 0 ? null : `delivered on day ${index % 31} of the month`,
    });
    items.push(item);
    size += item.length + 1;
  }
  return new TextEncoder().encode(`{"meta":{"time":1,"requestId":"x"},"items":[${items.join(',')}]}`);
}

/** Best of several rounds, in ms per comparison. */
function measured(compare: () => unknown, roundMs = 250, rounds = 5): number {
  for (let warm = performance.now(); performance.now() - warm < roundMs; ) compare();
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    let runs = 0;
    while (performance.now() - started < roundMs) {
      compare();
      runs++;
    }
    best = Math.min(best, (performance.now() - started) / runs);
  }
  return best;
}

function throughput(): void {
  for (const [label, size, bar] of [
    ['2 KB', 1_700, 1.5],
    ['200 KB', 205_000, 1.2],
    ['5 MB', 5_300_000, 1.5],
  ] as const) {
    const recorded = orders(size, () => false);
    const replayed = orders(size, (index) => index % 100 === 3);
    const total = recorded.length + replayed.length;
    console.log(`\n${label}: 2 x ${recorded.length} bytes, 1 % of the items changed`);
    const times = CONTENDERS.map(({ compare }) => measured(() => compare(recorded, replayed)));
    const own = times[0] ?? 0;
    for (const [index, { name }] of CONTENDERS.entries()) {
      const ms = times[index] ?? 0;
      const rate = (total / MB / ms) * 1000;
      console.log(
        `  ${name.padEnd(28)} ${ms.toFixed(3).padStart(10)} ms ${rate.toFixed(1).padStart(8)} MB/s  ${(ms / own).toFixed(2)}x`,
      );
    }
    const rate = (total / MB / own) * 1000;
    console.log(
      `  bars: ${verdict(rate >= 60 || size < 10_000)} 60 MB/s, ${verdict((times[2] ?? 0) / own >= bar)} ${bar}x microdiff`,
    );
  }
}

const verdict = (held: boolean) => (held ? 'held' : 'MISSED');

function memory(): void {
  const recorded = orders(5_300_000, () => false);
  const replayed = orders(5_300_000, (index) => index % 100 === 3);
  globalThis.gc?.();
  const before = process.memoryUsage();
  const kept = engine(RULES)(recorded, replayed);
  const now = process.memoryUsage();
  const grown = now.heapUsed + now.external - before.heapUsed - before.external;
  const ratio = 1 + grown / (recorded.length + replayed.length);
  console.log(
    `\nmemory, 5 MB: ${ratio.toFixed(1)}x the two bodies, themselves counted (${kept} differences): ${verdict(ratio <= 6)} 6x`,
  );
}

/** A deterministic shuffle. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 42;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed;
  };
  return list
    .map((value) => ({ value, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}

/** The same lists, once keyed by a rule and once with the identity detected by the engine. */
function lists(): void {
  shuffledLists('shuffled list, keyed by the rule array-key id', compileRules([...RULE_LIST, KEYED], ENDPOINT));
  shuffledLists('shuffled list with an id in each item, no rule for it', RULES);
  listsWithoutIdentity();
}

const KEYED: CompareRule = {
  ruleId: 'keyed',
  kind: 'array-key',
  operation: null,
  target: 'response',
  path: '$',
  keys: ['id'],
  origin: 'person',
  createdBy: 'bench',
  createdAt: 0,
};

/** The sizes alternate, so that other load on the machine affects all of them. The best round of each counts. */
function shuffledLists(title: string, rules: typeof RULES): void {
  console.log(`\n${title}`);
  const compare = engine(rules);
  const sizes = [5_000, 10_000, 20_000, 40_000].map((count) => ({
    count,
    bodies: shuffledPair(count),
    best: Infinity,
  }));
  for (let round = 0; round < 15; round++) {
    for (const size of sizes) {
      globalThis.gc?.();
      size.best = Math.min(
        size.best,
        measured(() => compare(...size.bodies), 200, 2),
      );
    }
  }
  for (const [index, { count, bodies, best }] of sizes.entries()) {
    const half = sizes[index - 1]?.best;
    const growth =
      half === undefined ? '' : `${(best / half).toFixed(2)}x the half: ${verdict(best / half <= 2.3)} 2.3x`;
    console.log(
      `  ${String(count).padStart(6)} items, ${(bodies[0].length / MB).toFixed(1)} MB: ${best.toFixed(1)} ms ${growth}`,
    );
    if (count === 40_000) console.log(`  bar: ${verdict(best <= 1500)} 1.5 s`);
  }
}

function shuffledPair(count: number): [Uint8Array, Uint8Array] {
  const list = Array.from({ length: count }, (_, id) => ({
    id,
    name: `item ${id}`,
    text: 'x'.repeat(140),
    price: id % 97,
  }));
  const bytes = (side: unknown) => new TextEncoder().encode(JSON.stringify(side));
  return [bytes(list), bytes(shuffled(list))];
}

function listsWithoutIdentity(): void {
  const plain = Array.from({ length: 40_000 }, (_, i) => ({
    sentence: `element ${i}`,
    text: 'x'.repeat(140),
    value: i % 97,
  }));
  for (const [name, other] of [
    ['reversed', plain.toReversed()],
    ['shifted by one', [...plain.slice(1), plain[0]]],
  ] as const) {
    const [a, b] = [plain, other].map((side) => new TextEncoder().encode(JSON.stringify(side)));
    if (a === undefined || b === undefined) return;
    const started = performance.now();
    const differences = engine(NO_RULES)(a, b);
    console.log(
      `  40,000 without identity, ${name}: ${(performance.now() - started).toFixed(0)} ms, ${differences} differences`,
    );
  }
}

function depth(): void {
  const deep = (value: number) =>
    new TextEncoder().encode(`${'{"a":['.repeat(500_000)}${value}${']}'.repeat(500_000)}`);
  const started = performance.now();
  const differences = engine(RULES)(deep(1), deep(2));
  console.log(`\ndepth 1,000,000: ${(performance.now() - started).toFixed(0)} ms, ${differences} difference`);
}

/** Processor time that an expected change of 20 covered places adds to a comparison: the least of rounds in turn. */
function expectedChange(): void {
  const [recorded, replayed] = ['EUR', 'USD'].map((currency) =>
    new TextEncoder().encode(
      JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id, price: 100 + id, currency, text: 'x'.repeat(40) }))),
    ),
  );
  if (recorded === undefined || replayed === undefined) return;
  const covering = compileRules([EXPECTED], ENDPOINT).forRequest({ method: 'GET', recordedAt: 0 });
  const [without, covered] = [NO_RULES, covering].map((rules) => ({ compare: engine(rules), best: Infinity }));
  if (without === undefined || covered === undefined) return;
  for (let round = 0; round < 15; round++)
    for (const side of [without, covered])
      side.best = Math.min(
        side.best,
        processorTime(() => side.compare(recorded, replayed)),
      );
  console.log(
    `\nexpected change, 2 x ${recorded.length} bytes, 20 covered places: ${covered.best.toFixed(1)} µs, ${without.best.toFixed(1)} µs without`,
  );
}

/** Microseconds of processor time for each of 4,000 comparisons. */
function processorTime(compare: () => unknown): number {
  const runs = 4000;
  const before = process.cpuUsage();
  for (let i = 0; i < runs; i++) compare();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / runs;
}

const EXPECTED: ExpectedChange = {
  ruleId: '~expected',
  operation: ENDPOINT,
  kind: 'FIELD_VALUE',
  subject: '[*].currency',
  change: { is: 'pairs', pairs: [{ recorded: '"EUR"', replayed: '"USD"' }] },
  since: 1,
  planId: 'bench',
  createdBy: 'bench',
  createdAt: 1,
};

memory();
throughput();
expectedChange();
lists();
depth();
