import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import {
  noiseCandidates,
  noiseMaterial,
  noiseTexts,
  suggestionsWithModel,
} from '../../../functions/noise/domain/model-noise.ts';
import type { NoiseFacts } from '../../../functions/noise/domain/noise-facts.ts';
import type { Cluster } from '../../../functions/replay/domain/results/clusters.ts';

const ROUND = { planId: 'p', round: 1 };
const cluster = (...differences: [Kind, string][]): Cluster => ({
  operation: '/o',
  hasResult: true,
  failure: null,
  truncated: false,
  requests: 2,
  samples: ['p:0'],
  differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
});
const field = (subject: string, explained = false): NoiseFacts['fields'][number] => ({
  operation: '/o',
  subject,
  requests: 2,
  unexplained: explained ? 0 : 2,
  sentAgain: 2,
  reasons: explained ? [{ reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 2, forms: [] }] : [],
});
const facts = (...fields: NoiseFacts['fields']): NoiseFacts => ({ fields, changed: [], unjudged: [] });
const pathsOf = (all: readonly { path: string }[]) => all.map(({ path }) => path);

describe('noise reduction with a model (interface 3.1)', () => {
  const CANDIDATES = [
    ['a field that nothing explains', facts(field('ticket')), [cluster(['FIELD_VALUE', 'ticket'])], ['ticket']],
    ['not a field that a rule explains', facts(field('at', true)), [cluster(['FIELD_VALUE', 'at'])], []],
    ['never a sensitive field', facts(field('user.phone')), [cluster(['FIELD_VALUE', 'user.phone'])], []],
    [
      'never a field that also changed in type',
      facts(field('x')),
      [cluster(['FIELD_VALUE', 'x']), cluster(['FIELD_TYPE', 'x'])],
      [],
    ],
    [
      'never a field that also changed in presence',
      facts(field('x')),
      [cluster(['FIELD_VALUE', 'x']), cluster(['FIELD_MISSING', 'x'])],
      [],
    ],
    [
      'never a field of an endpoint that could not be judged',
      { ...facts(field('x')), unjudged: ['/o'] },
      [cluster(['FIELD_VALUE', 'x'])],
      [],
    ],
    ['never the whole answer', facts(field('$')), [cluster(['FIELD_VALUE', '$'])], []],
    [
      'never a field whose rule covers a change',
      facts(field('a')),
      [cluster(['FIELD_VALUE', 'a'], ['FIELD_TYPE', 'a.b'])],
      [],
    ],
  ] as const satisfies readonly (readonly [string, NoiseFacts, Cluster[], string[]])[];
  test.for(CANDIDATES)('asks about the right fields: %s', ([, known, clusters, paths]) => {
    expect(pathsOf(noiseCandidates(ROUND, known, clusters))).toEqual(paths);
  });

  test('sends names, types and lengths', () => {
    const difference = {
      kind: 'FIELD_VALUE',
      subject: 'ticket',
      path: 'ticket',
      recorded: '"canary-1"',
      replayed: '12',
      rule: null,
    } as const;
    const material = noiseMaterial([{ operation: '/o?q=canary', path: 'ticket', requests: 2 }], () => difference, 'm');
    expect(material).toBe(
      '<fields-m>\n[{"field":0,"endpoint":"/o","path":"ticket","requests":2,"recorded":"string(8)","replayed":"number"}]\n</fields-m>',
    );
  });
});

describe('the answer of a model about noise', () => {
  const known = facts(field('ticket'), field('price'), field('at', true));
  const clusters = [cluster(['FIELD_VALUE', 'ticket'], ['FIELD_VALUE', 'price'], ['FIELD_VALUE', 'at'])];

  test('becomes a reason of the evidence, cut and cleaned', () => {
    const texts = noiseTexts({ noise: [{ field: 0, reason: `每次\n不同 https://evil.example ${'x'.repeat(100)}` }] }, [
      { operation: '/o', path: 'ticket', requests: 2 },
    ]);
    const [, ticket] = suggestionsWithModel(ROUND, known, clusters, texts);
    expect(ticket).toMatchObject({
      path: 'ticket',
      reason: 'LANGUAGE_MODEL',
      evidence: {
        requests: 2,
        reasons: [{ reason: 'LANGUAGE_MODEL', requests: 2, forms: [expect.stringMatching(/^每次 不同 … x+…$/)] }],
      },
    });
    expect(ticket?.evidence.reasons[0]?.forms[0]).toHaveLength(60);
  });

  test('is ignored for fields that it was not asked about', () => {
    const asked = [{ operation: '/o', path: 'ticket', requests: 2 }];
    expect(
      noiseTexts(
        {
          noise: [
            { field: 1, reason: 'x' },
            { field: -1, reason: 'x' },
            { field: 0.5, reason: 'x' },
          ],
        },
        asked,
      ),
    ).toEqual([]);
  });

  test('suggests no sensitive field', () => {
    const withPhone = facts(field('phone'));
    const texts = [{ operation: '/o', subject: 'phone', reason: 'x' }];
    expect(suggestionsWithModel(ROUND, withPhone, [cluster(['FIELD_VALUE', 'phone'])], texts)).toEqual([]);
  });

  test('is not needed for the suggestions by rules', () => {
    expect(pathsOf(suggestionsWithModel(ROUND, known, clusters, []))).toEqual(['at']);
  });
});
