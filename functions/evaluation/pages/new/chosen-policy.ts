import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { Json } from '../../../platform/world.ts';
import { offeredPolicy } from '../../domain/choices/offered-policy.ts';
import { RULE_SETS } from '../../domain/choices/rule-set.ts';
import { parseStrictJson } from '../../domain/strict-json.ts';
import { parseManifest } from '../../domain/workflows/parse-manifest.ts';

type Field = 'rules' | 'rate' | 'worse' | 'policy';

/** The gate policy that a form describes, or the field that is wrong. */
export function chosenPolicy(form: FormData): Result<Json, Field> {
  const ruleSet = RULE_SETS.find((one) => one === textOf(form, 'rules'));
  if (ruleSet === undefined) return refuse('rules', 'Choose the rules that decide.');
  if (ruleSet === 'own') return ownPolicy(textOf(form, 'policy'));
  const rate = shareOf(form, 'rate');
  const worse = shareOf(form, 'worse');
  const isFixed = ruleSet === 'clean';
  if (rate === null && !isFixed) return refuse('rate', 'Enter a number from 0 to 100.');
  if (worse === null && !isFixed) return refuse('worse', 'Enter a number from 0 to 100.');
  return accept(offeredPolicy({ ruleSet, passRate: rate ?? 1, maxWorse: worse ?? 0 }));
}

function ownPolicy(text: string): Result<Json, Field> {
  const read = parseStrictJson(text);
  if (!read.ok) return refuse('policy', `This is not usable: ${read.message}.`);
  const parsed = parseManifest('gate_policy', read.value);
  if ('manifest' in parsed) return accept(read.value);
  const [first] = parsed.diagnostics;
  return refuse('policy', `${first?.pointer.replace('#/gate_policy', '#') ?? ''} ${first?.detail ?? 'is invalid'}.`);
}

/** A share from a percentage as it is typed, with all its digits: `99.9` is 0.999. Null unless from 0 to 100. */
function shareOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  const share = /^\d+(\.\d+)?$/.test(text) ? Number(`${text}e-2`) : Number.NaN;
  return share >= 0 && share <= 1 ? share : null;
}
