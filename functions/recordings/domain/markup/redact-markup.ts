import type { StepBudget } from '../../../platform/json/path-filter.ts';
import type { MarkupStates, markupPaths } from './markup-paths.ts';
import { type MarkupElement, scanMarkup } from './scan-markup.ts';

/** A piece of a text. */
interface Span {
  from: number;
  to: number;
}

/** What a text is redacted by. */
interface MarkupRules {
  paths: ReturnType<typeof markupPaths>;
  budget: StepBudget;
  /** What replaces the content of an element or the value of an attribute, as it is written. */
  replace(written: string): string;
}

/**
 * Replaces what the paths select in XML or HTML: the content of elements, the value of fields of forms, and attributes
 * (`@name`); all else stays as it is. Null if the text is too deep or uses up the budget: what cannot be read must not
 * be stored.
 */
export function redactMarkup(text: string, isHtml: boolean, { paths, budget, replace }: MarkupRules): string | null {
  const found = selectedIn(text, isHtml, paths, budget);
  if (found === null) return null;
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of found.sort((a, b) => a.from - b.from)) {
    if (from < at || to <= from) continue;
    parts.push(text.slice(at, from), replace(text.slice(from, to)));
    at = to;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(at);
}

/** An open element. */
interface Open {
  states: MarkupStates;
  isSelected: boolean;
  from: number;
  /** How many elements of a name are in it so far. */
  counts: Map<string, number>;
}

function selectedIn(text: string, isHtml: boolean, paths: MarkupRules['paths'], budget: StepBudget): Span[] | null {
  const found: Span[] = [];
  const open: Open[] = [{ states: paths.root, isSelected: paths.isSelected(paths.root), from: 0, counts: new Map() }];
  let spent = paths.steps();

  function spend(): void {
    const steps = paths.steps();
    budget.steps -= steps - spent + 1;
    spent = steps;
  }

  function statesOf({ names }: Pick<MarkupElement, 'names'>): MarkupStates {
    const around = open.at(-1);
    if (around === undefined || around.states.length === 0) return [];
    const before = new Map(names.map((name) => [name, around.counts.get(name) ?? 0]));
    for (const [name, count] of before) around.counts.set(name, count + 1);
    const states = paths.child(around.states, { names, indexOf: (name) => before.get(name) ?? 0 });
    spend();
    return states;
  }

  const isRead = scanMarkup(text, isHtml, {
    open(element) {
      const states = statesOf(element);
      const isSelected = paths.isSelected(states);
      open.push({ states, isSelected, from: element.from, counts: new Map() });
      if (states.length === 0) return;
      for (const { name, from, to } of element.attributes) {
        const own = paths.child(states, { names: [`@${name}`], indexOf: () => 0 });
        if (paths.isSelected(own) || (isSelected && name === element.valueIn)) found.push({ from, to });
        spend();
      }
    },
    text() {
      // Part of the content of its element.
    },
    close(to) {
      const closed = open.pop();
      if (closed?.isSelected) found.push({ from: closed.from, to });
    },
    isDone: () => budget.steps < 0,
  });
  return isRead && budget.steps >= 0 ? found : null;
}
