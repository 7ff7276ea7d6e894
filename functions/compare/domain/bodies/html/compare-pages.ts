import { scanJson } from '../../../../platform/json/scan-json.ts';
import { childrenOf } from '../../../../platform/json/tape.ts';
import { jsonComparison } from '../../compare-json.ts';
import { compareValues } from '../../compare-values.ts';
import type { DifferenceSink } from '../../difference-sink.ts';
import type { JsonContext } from '../../json-context.ts';
import type { RuleState, RuleStates } from '../../rules/rule-states.ts';
import { pageChanges } from './page-changes.ts';
import type { PageLocation } from './page-location.ts';
import { parsePage } from './parse-page.ts';

/**
 * Compares two pages of HTML by place: every text, attribute and element that differs is a difference of its own. JSON
 * in an attribute or a script is compared as JSON. False if one of them cannot be read within its limits.
 */
export function comparePages(recorded: string, replayed: string, rules: RuleStates, sink: DifferenceSink): boolean {
  const pages = [parsePage(recorded), parsePage(replayed)] as const;
  const [a, b] = pages;
  if (a === null || b === null) return false;
  const changes = pageChanges(a, b);
  const texts = [changes.map((one) => one.recorded ?? ''), changes.map((one) => one.replayed ?? '')];
  const [tapeA, tapeB] = texts.map((list) =>
    scanJson(Buffer.from(JSON.stringify(list.map((text) => text.toWellFormed())))),
  );
  if (!tapeA || !tapeB) return false;
  const [nodesA, nodesB] = [childrenOf(tapeA, 0), childrenOf(tapeB, 0)];
  const context = jsonComparison(tapeA, tapeB, rules, sink, PAGE_BASE);
  const placed = compiledLocations(rules, context);
  for (const [at, { kind, location, note, recorded: textA, replayed: textB }] of changes.entries()) {
    const { path, state } = placed(location);
    const [nodeA, nodeB] = [textA === null ? -1 : (nodesA[at] ?? -1), textB === null ? -1 : (nodesB[at] ?? -1)];
    if (kind === 'FIELD_VALUE') compareValues(context, nodeA, nodeB, path, state, 0);
    else context.report(kind, path, state, nodeA, nodeB, note);
  }
  return true;
}

const PAGE_BASE = { path: '$', subject: '$', isPage: true } as const;

interface Placed {
  path: number;
  state: RuleState;
}

/** The numbers of places, and the rules that they stand under. No filter of a rule selects anything in a page. */
function compiledLocations(rules: RuleStates, { names, paths }: JsonContext): (location: PageLocation) => Placed {
  const known = new Map<PageLocation, Placed>();
  const root = { path: 0, state: rules.root };
  return function placed(location): Placed {
    const before = known.get(location);
    if (before) return before;
    const around = location.around === null ? root : placed(location.around);
    const { step } = location;
    const found =
      typeof step === 'string'
        ? {
            path: paths.member(around.path, names.idOfText(step)),
            state: rules.member(around.state, step, never),
          }
        : {
            path: paths.element(around.path, step),
            state: rules.element(around.state, step, step + 1, never),
          };
    known.set(location, found);
    return found;
  };
}

const never = () => false;
