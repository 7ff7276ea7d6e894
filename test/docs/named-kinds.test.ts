import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DifferenceKind } from '../../functions/compare/domain/difference.ts';
import { CompareRuleKind } from '../../functions/compare/domain/rules/rule-kind.ts';
import { CHANNEL_TYPES } from '../../functions/notifications/domain/channel-kind.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const textOf = (file: string) => readFileSync(join(DOCS, file), 'utf8');
const docs = readdirSync(DOCS)
  .filter((file) => file.endsWith('.md'))
  .map(textOf)
  .join('\n');

/** Those of the names that a text has nowhere as words of their own. */
const missing = (names: readonly string[], text: string) =>
  names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));

test('the documentation names every kind of difference that a comparison finds', () => {
  expect(missing(DifferenceKind.options, docs)).toEqual([]);
});

test('comparing.md names every kind of compare rule', () => {
  expect(missing(CompareRuleKind.options, textOf('comparing.md'))).toEqual([]);
});

test('notifications.md names every channel type', () => {
  expect(missing(CHANNEL_TYPES, textOf('notifications.md'))).toEqual([]);
});
