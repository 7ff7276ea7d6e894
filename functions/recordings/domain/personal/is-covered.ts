import type { FoundField } from '../../../applications/domain/personal-data/found-personal-data.ts';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { parseJsonPath } from '../../../platform/json/json-path.ts';
import { jsonPathMatches } from '../../../platform/json/json-path-matches.ts';
import { redactJson } from '../redact-json.ts';

/** Whether one of the rules seals or redacts a field. */
export function isCovered(
  { in: place, field }: Pick<FoundField, 'in' | 'field'>,
  rules: readonly RedactRule[],
): boolean {
  if (place === 'header')
    return rules.some((rule) => 'header' in rule && rule.header.toLowerCase() === field.toLowerCase());
  if (place === 'parameter') return rules.some((rule) => 'parameter' in rule && rule.parameter === field);
  if (place === 'segment') return rules.some((rule) => 'segment' in rule && rule.segment === field);
  if (place === 'column')
    return rules.some((rule) => 'column' in rule && rule.column.toLowerCase() === field.toLowerCase());
  if (place === 'text') return false;
  const steps = rules.flatMap((rule) => ('path' in rule ? [parseJsonPath(rule.path) ?? []] : []));
  if (steps.length === 0) return false;
  const document = documentOf(field);
  return document !== null && redactJson(document, jsonPathMatches(steps), { steps: MAX_STEPS }) !== document;
}

const MAX_STEPS = 50_000;

/** A document with this field alone, which a rule for it changes. */
function documentOf(path: string): string | null {
  const steps = parseJsonPath(path);
  if (steps === null) return null;
  const value = steps.reduceRight<unknown>((inner, { selectors: [selector] }) => {
    if (selector?.type === 'name') return { [selector.name]: inner };
    return selector?.type === 'index' ? [...Array.from({ length: selector.index }, () => null), inner] : [inner];
  }, 'x');
  return JSON.stringify(value);
}
