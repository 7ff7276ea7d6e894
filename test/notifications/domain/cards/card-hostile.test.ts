import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kind } from '../../../../functions/compare/domain/kinds.ts';
import type { FindingsEntry } from '../../../../functions/findings/domain/findings.ts';
import { httpLink } from '../../../../functions/notifications/domain/cards/card-link.ts';
import { alphaBot } from '../../../../functions/notifications/domain/channels/alpha-bot.ts';
import { betaBot } from '../../../../functions/notifications/domain/channels/beta-bot.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';

const identity = { id: 'e1', event: 'completed', time: 0 } as const;
const sample = sampleFacts({ publicUrl: 'http://replay.internal', now: 1e12 });
const { findings, analysis } = sample;
const [change] = analysis?.codeChanges ?? [];
if (findings === null || analysis === null || change === undefined) throw new Error('the sample has every section');

const FRAGMENTS = [
  ...[
    '<at id=all></at>',
    '<at user_id="all">',
    '</at>',
    '@all',
    '@13800000000',
    '@所有人',
    '&lt;at id=all&gt;',
    '&#64;all',
  ],
  ...[
    '[x](https://evil.example)',
    '![x](http://evil.example/x.png)',
    '](',
    '](http://evil.example)',
    '[',
    ']',
    '(',
    ')',
    '!',
  ],
  ...[
    '[r]: https://evil.example',
    '<https://evil.example>',
    '<a href="http://evil.example">',
    'https://evil.example',
    'www.evil.example',
  ],
  ...[
    '<font color=red>',
    '</font>',
    '<img src=x>',
    '<!--',
    '**',
    '*',
    '_',
    '__',
    '~~',
    '`',
    '```',
    '\\',
    '\\\\',
    '|',
    '$$',
  ],
  ...[
    '\n# ',
    '\n\n',
    '\r\n- ',
    '\n> ',
    '\n1. ',
    '\n---\n',
    '\n===',
    '\n    ',
    '\u2028',
    '\u0085',
    '\u0000',
    '\u001b[31m',
    '\u200b',
    '\u200d',
  ],
  ...[
    '\u202e',
    '\u2066',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\ud800',
    '\udfff',
    '\u{e0041}',
    '\uffff',
    '🚚',
    '金额',
    '＜',
    '＠',
    ' ',
    'data.items[*].a_b',
  ],
];
const hostile = fc
  .array(
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: 'binary', maxLength: 5 })),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''));
const url = fc.oneof(
  hostile,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  hostile.map((text) => `https://ci.example.com/${text}`),
);

const entry: fc.Arbitrary<FindingsEntry> = fc.record({
  kind: fc.constantFrom(...Kind.options),
  subjects: fc.array(hostile, { minLength: 1, maxLength: 4 }),
  interfaces: fc.array(fc.record({ operationName: hostile, affectedRequests: fc.nat(99), totalRequests: fc.nat(99) }), {
    minLength: 1,
    maxLength: 2,
  }),
  affectedRequests: fc.nat(99),
  totalRequests: fc.nat(99),
});

const facts: fc.Arbitrary<NotificationFacts> = fc
  .record({
    names: fc.array(hostile, { minLength: 10, maxLength: 10 }),
    scheduleId: fc.option(hostile),
    url,
    needsAction: fc.array(entry, { maxLength: 3 }),
    toReview: fc.array(entry, { maxLength: 3 }),
    missed: fc.array(hostile, { maxLength: 4 }),
    summary: fc.array(hostile).map((parts) => parts.join('\n')),
  })
  .map(({ names: [app, environment, name, run, branch, commit, title, shortTitle, file, symbol], ...given }) => ({
    ...sample,
    appId: app ?? '',
    scheduleId: given.scheduleId,
    attributes: {
      'service.name': app,
      'deployment.environment.name': environment,
      'cicd.pipeline.name': name,
      'cicd.pipeline.run.id': run,
      'cicd.pipeline.run.url.full': given.url,
      'vcs.ref.head.name': branch,
      'vcs.ref.head.revision': commit,
    },
    findings: {
      ...findings,
      needsAction: given.needsAction,
      toReview: given.toReview,
      coverage: { ...findings.coverage, uncoveredMainOperations: given.missed },
    },
    analysis: {
      ...analysis,
      codeChanges: [
        {
          ...change,
          title: title ?? '',
          shortTitle: shortTitle ?? '',
          sampleOperation: branch ?? null,
          location: { file: file ?? null, line: 1, symbol: symbol ?? null },
        },
      ],
    },
    summary: given.summary,
  }));

/** The pipeline's address as a link. Passed separately, because it is the only external text that may be a link. */
const pipelineOf = ({ attributes }: NotificationFacts): string | null =>
  httpLink(String(Object(attributes)['cicd.pipeline.run.url.full']).trim());

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}]/u;
/** Control characters except the line feed. */
const CONTROL = /(?!\n)\p{Cc}/u;

describe('hostile names and texts in a message of alpha_bot', () => {
  test('mention, link, colour or hide nothing', () => {
    fc.assert(
      fc.property(facts, (drawn) => {
        const pipeline = pipelineOf(drawn);
        const { card } = JSON.parse(alphaBot.content(drawn, identity));
        for (const { tag, content } of textsOf(card)) {
          expect(content).not.toMatch(INVISIBLE);
          expect(content).not.toMatch(CONTROL);
          if (tag === 'plain_text') expect(content).not.toMatch(/[<>@&]|\]\(|:\/\/|www\./i);
          else if (content.startsWith('流水线：')) {
            expect(content.endsWith(`](${pipeline})`)).toBe(true);
            const label = content.slice('流水线：['.length, -`](${pipeline})`.length);
            expect(label).not.toMatch(/[[\]*~`\\<>@\n]|:\/\//);
          } else expect(['**AI 分析**', '**问题**']).toContain(content);
        }
        const addresses = addressesOf(card);
        expect(addresses).toEqual(pipeline === null ? [drawn.reportUrl] : [drawn.reportUrl, pipeline]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('hostile names and texts in a message of beta_bot', () => {
  test('mention, link, colour or hide nothing, and begin no block', () => {
    fc.assert(
      fc.property(facts, (drawn) => {
        const pipeline = pipelineOf(drawn);
        const { actionCard } = JSON.parse(betaBot.content(drawn, identity));
        expect(`${actionCard.title}`).not.toMatch(/[<>@&\n]|\]\(|:\/\//);
        const text = String(actionCard.text);
        expect(text).not.toMatch(INVISIBLE);
        expect(text).not.toMatch(CONTROL);
        const paragraphs = text.split('\n\n').map(withoutOurMarkup(pipeline));
        for (const paragraph of paragraphs) {
          expect(paragraph).not.toMatch(/[<>@&\n]|!\[|\]\(|:\/\/|www\./i);
          // Every special character is preceded by an odd number of backslashes.
          expect(paragraph).not.toMatch(/(?<!\\)(?:\\\\)*[`*_[\]~]/);
          expect(paragraph).not.toMatch(/^(?:[\s#+=:|-]|\d+[.)])/);
        }
        const buttons = actionCard.btns?.map(({ actionURL }: { actionURL: string }) => actionURL);
        expect(buttons ?? [actionCard.singleURL]).toEqual(
          pipeline === null ? [drawn.reportUrl] : [drawn.reportUrl, pipeline],
        );
      }),
      { numRuns: 300 },
    );
  });
});

test('no card shows raw errors, other attributes or cases', () => {
  const secretive: NotificationFacts = {
    ...sample,
    errorMessage: 'CANARY-1',
    attributes: {
      ...Object(sample.attributes),
      'cicd.token': 'CANARY-2',
      'deployment.environment.name': { a: 'CANARY-3' },
    },
    clusters: sample.clusters.map((cluster) => ({ ...cluster, samples: ['CANARY-4'] })),
    findings: { ...findings, state: 'INTERRUPTED' },
  };
  expect(alphaBot.content(secretive, identity)).not.toContain('CANARY');
  expect(betaBot.content(secretive, identity)).not.toContain('CANARY');
});

/** All texts of a card with their tags. */
function textsOf(node: unknown): { tag: string; content: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  const { tag, content } = node as { tag?: unknown; content?: unknown }; // checked above to be an object
  const own = typeof content === 'string' ? [{ tag: String(tag), content }] : [];
  return [...own, ...Object.values(node).flatMap(textsOf)];
}

/** All addresses of buttons and other elements. */
function addressesOf(node: unknown): unknown[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => (/url|href/i.test(name) ? [value] : addressesOf(value)));
}

/** A paragraph without the service's own markup: the title's mark, colours, bold text and the pipeline's link. */
const withoutOurMarkup = (pipeline: string | null) => (paragraph: string) =>
  paragraph
    .replace(/^(?:### )?<font color=#[0-9A-F]{6}>(.*)<\/font>$/, '$1')
    .replace(/^\*\*(?:AI 分析|问题)\*\*$/, '')
    .replace(/^(🔴|🟠) \*\*[\p{Script=Han}（）]+\*\*/u, '$1')
    .replace(`](${pipeline})`, '')
    .replace(/流水线：\[/, '流水线：');
