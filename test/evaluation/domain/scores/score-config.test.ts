import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Score } from '../../../../functions/evaluation/domain/scores/score.ts';
import {
  fitsConfig,
  type ScoreConfig,
  ScoreConfigBody,
} from '../../../../functions/evaluation/domain/scores/score-config.ts';

const BODY = { name: 'helpfulness', data_type: 'numeric', min: 0, max: 1 };

describe('a score config', () => {
  test('has no bounds, no categories and no id by default', () => {
    expect(v.parse(ScoreConfigBody, { name: 'helpfulness', data_type: 'text' })).toEqual({
      config_id: null,
      name: 'helpfulness',
      data_type: 'text',
      min: null,
      max: null,
      categories: null,
    });
  });

  test.for<[what: string, body: Record<string, unknown>, isValid: boolean]>([
    ['bounds of a number', BODY, true],
    ['equal bounds', { ...BODY, min: 1 }, true],
    ['one bound', { ...BODY, min: null }, true],
    ['bounds that nothing is between', { ...BODY, min: 2 }, false],
    ['a bound of a text', { name: 'tone', data_type: 'text', max: 1 }, false],
    ['categories', { name: 'tone', data_type: 'categorical', categories: ['warm'] }, true],
    ['categories of a text', { name: 'tone', data_type: 'text', categories: ['warm'] }, false],
    ['no category', { name: 'tone', data_type: 'categorical', categories: [] }, false],
    ['a category with half of a character', { name: 'tone', data_type: 'categorical', categories: ['\ud800'] }, false],
    ['a name with a space', { ...BODY, name: 'how helpful' }, false],
    ['an id of 128 characters', { ...BODY, config_id: 'x'.repeat(128) }, true],
    ['an id of 129 characters', { ...BODY, config_id: 'x'.repeat(129) }, false],
  ])('may have %s', ([, body, isValid]) => {
    expect(v.is(ScoreConfigBody, body)).toBe(isValid);
  });
});

const CONFIG: ScoreConfig = {
  config_id: 'helpfulness-1',
  name: 'helpfulness',
  data_type: 'numeric',
  min: 0.1,
  max: 1,
  categories: null,
  created_at: 0,
};
const TONE: ScoreConfig = {
  ...CONFIG,
  name: 'tone',
  data_type: 'categorical',
  min: null,
  max: null,
  categories: ['warm', 'cold'],
};
const number = (value: string) => ({ name: 'helpfulness', data_type: 'numeric' as const, value });

describe('fitsConfig', () => {
  test.for<[what: string, score: Pick<Score, 'name' | 'data_type' | 'value'>, config: ScoreConfig]>([
    ['the lower bound', number('0.1'), CONFIG],
    ['the upper bound in another spelling', number('10e-1'), CONFIG],
    ['a number without bounds', number('-7'), { ...CONFIG, min: null, max: null }],
    ['one of the categories', { name: 'tone', data_type: 'categorical', value: 'cold' }, TONE],
    ['any category where none is named', { ...TONE, value: 'hot' }, { ...TONE, categories: null }],
    ['a boolean', { ...number(''), data_type: 'boolean', value: true }, { ...CONFIG, data_type: 'boolean' }],
  ])('accepts %s', ([, score, config]) => {
    expect(fitsConfig(score, config)).toEqual({ ok: true, value: null });
  });

  test.for<[what: string, score: Pick<Score, 'name' | 'data_type' | 'value'>, config: ScoreConfig, code: string]>([
    [
      'a number that only decimals tell from the lower bound',
      number('0.09999999999999999999'),
      CONFIG,
      'validation_failed',
    ],
    [
      'a number that only decimals tell from the upper bound',
      number('1.00000000000000000001'),
      CONFIG,
      'validation_failed',
    ],
    ['another category', { ...TONE, value: 'hot' }, TONE, 'validation_failed'],
    ['a score of another name', { ...number('0.5'), name: 'tone' }, CONFIG, 'validation_failed'],
    ['a score of another type', { ...number('0.5'), data_type: 'text' }, CONFIG, 'value_type_mismatch'],
  ])('refuses %s', ([, score, config, code]) => {
    expect(fitsConfig(score, config)).toMatchObject({ ok: false, code });
  });
});
