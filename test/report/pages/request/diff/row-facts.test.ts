import { describe, expect, test } from 'vitest';
import { lineItem } from '../../../../../functions/report/pages/request/diff/diff-item.ts';
import { rowFacts } from '../../../../../functions/report/pages/request/diff/row-facts.ts';
import { compareTwo, rulesOf } from '../../../../compare/domain/compare-two.ts';

const page = (title: string, price: string) =>
  `<html><head><title>${title}</title></head><body><p>${price}</p></body></html>`;

/**
 * What the rows of a page say that changed in its title and in its price; the title is taken out by a rule on demand.
 */
function factsOfPage(isTitleIgnored = false) {
  const { differences } = compareTwo(page('Shop 12:00', '2.20'), page('Shop 13:00', '2.30'), rulesOf(), 'text/html');
  const current = differences.map((difference) => ({
    difference,
    rule: isTitleIgnored && difference.subject === 'html.head.title' ? 'rule-1' : null,
  }));
  const facts = rowFacts(current, { ruleFor: () => null, mapped: new Set() });
  return (state: 'same' | 'changed', recorded: string, replayed: string) => {
    const { difference } = facts(lineItem(state, { text: recorded }, { text: replayed }));
    return difference === null ? null : current[difference]?.difference.subject;
  };
}

describe('the rows of a page of HTML as text', () => {
  test('name the difference whose value they show', () => {
    const subjectOf = factsOfPage();
    expect(subjectOf('changed', '<title>Shop 12:00</title>', '<title>Shop 13:00</title>')).toBe('html.head.title');
    expect(subjectOf('changed', '<p>2.20</p>', '<p>2.30</p>')).toBe('html.body.p');
  });

  test('name no difference if they are the same, or show no value of one', () => {
    const subjectOf = factsOfPage();
    expect(subjectOf('same', '<p>2.20</p>', '<p>2.20</p>')).toBeNull();
    expect(subjectOf('changed', '<br>', '<br/>')).toBeNull();
  });

  test('name no difference that a rule ignores', () => {
    expect(factsOfPage(true)('changed', '<title>Shop 12:00</title>', '<title>Shop 13:00</title>')).toBeNull();
  });
});
