import * as v from 'valibot';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import { parseJsonPath } from '../../../platform/json/json-path.ts';
import type { PersonalFields } from './field-counts.ts';
import { isCovered } from './is-covered.ts';
import { PERSONAL_KINDS, type PersonalKind } from './personal-names.ts';

const StoredField = v.object({
  /**
   * `path $.customer.email`, `header x-user`, `parameter email`, `segment /users/{mail}`, `column email` or `text
   * response`.
   */
  field: v.string(),
  kind: v.picklist(PERSONAL_KINDS),
  checked: v.number(),
  sure: v.number(),
  unsure: v.number(),
});
type StoredField = v.InferOutput<typeof StoredField>;

/** What the recordings of an endpoint showed: counts by field and kind, and no value. */
export const PersonalCounts = v.object({
  /** Recordings that were looked at. */
  cases: v.number(),
  fields: v.array(StoredField),
});
export type PersonalCounts = v.InferOutput<typeof PersonalCounts>;

/** Nothing was looked at yet. */
export const NO_COUNTS: PersonalCounts = { cases: 0, fields: [] };

/** Maximum fields of an endpoint. */
const MAX_FIELDS = 50;
/** Paths are parts of keys of rows and of rules. */
const MAX_FIELD_LENGTH = 300;

/** Adds what more recordings showed. A field is counted from the first personal value in it on. */
export function addedCounts(before: PersonalCounts, cases: number, fields: PersonalFields): PersonalCounts {
  const all = new Map(before.fields.map((one) => [`${one.kind} ${one.field}`, one]));
  for (const [key, { field, kind, checked, sure, unsure }] of all) {
    const counts = fields.get(field);
    const found = counts?.found.get(kind);
    all.set(key, {
      field,
      kind,
      checked: checked + (counts?.checked ?? 0),
      sure: sure + (found?.sure ?? 0),
      unsure: unsure + (found?.unsure ?? 0),
    });
  }
  for (const [field, { checked, found }] of fields)
    for (const [kind, { sure, unsure }] of found)
      if (!all.has(`${kind} ${field}`) && all.size < MAX_FIELDS && field.length <= MAX_FIELD_LENGTH)
        all.set(`${kind} ${field}`, { field, kind, checked, sure, unsure });
  return { cases: before.cases + cases, fields: [...all.values()] };
}

/** Kinds whose format is that of nothing else, so that a text may hold some. Others fill their field. */
const IN_TEXTS: ReadonlySet<PersonalKind> = new Set<PersonalKind>(['mail', 'phone', 'iban', 'card']);
const MIN_SHARE = 0.5;
/** Where only a check digit tells, four values in a row pass it by chance in one of 10,000 fields. */
const MIN_UNSURE = 4;
const MIN_UNSURE_SHARE = 0.8;

function isPersonal({ field, kind, checked, sure, unsure }: StoredField): boolean {
  if (sure > 0 && ((IN_TEXTS.has(kind) && !field.endsWith(']')) || sure / checked >= MIN_SHARE)) return true;
  return sure + unsure >= MIN_UNSURE && (sure + unsure) / checked >= MIN_UNSURE_SHARE;
}

/** Whether too few values pass a check digit, and nothing else says what they are. */
const isByChance = (one: StoredField): boolean =>
  one.sure === 0 && one.unsure > 0 && one.checked >= MIN_UNSURE && !isPersonal(one);

/** Personal data in a field of an endpoint. */
export const PersonalField = v.object({
  operation: v.string(),
  method: v.string(),
  /** `segment`: of the path; `column`: of a database; `text`: a body without fields, which no rule reaches. */
  in: v.picklist(['path', 'header', 'parameter', 'segment', 'column', 'text']),
  /** Of a text: the side whose body it is, `request`, `response` or `call`. */
  field: v.string(),
  kind: v.picklist(PERSONAL_KINDS),
  /** Values that were personal, of those that were looked at. */
  found: v.number(),
  checked: v.number(),
  /** A rule of the application seals or redacts the field. */
  isCovered: v.boolean(),
});
export type PersonalField = v.InferOutput<typeof PersonalField>;

/** The fields of an endpoint that hold personal data, the surest first, under the rules of its application. */
export function personalFieldsOf(
  { operation, method }: { operation: string; method: string },
  { fields }: PersonalCounts,
  rules: readonly RedactRule[],
): PersonalField[] {
  return fields.filter(isPersonal).flatMap((one) => namedFieldOf({ operation, method }, one, rules));
}

/** The fields of an endpoint whose values pass a check digit by chance, and are not personal. */
export const chanceFieldsOf = (
  endpoint: { operation: string; method: string },
  { fields }: PersonalCounts,
): PersonalField[] => fields.filter(isByChance).flatMap((one) => namedFieldOf(endpoint, one, []));

function namedFieldOf(
  { operation, method }: { operation: string; method: string },
  { field, kind, checked, sure, unsure }: StoredField,
  rules: readonly RedactRule[],
): PersonalField[] {
  const at = field.indexOf(' ');
  const place = v.safeParse(PersonalField.entries.in, field.slice(0, at));
  if (!place.success) return [];
  const named = { in: place.output, field: field.slice(at + 1) };
  return [{ operation, method, ...named, kind, found: sure + unsure, checked, isCovered: isCovered(named, rules) }];
}

/** The rule that seals a field; null for a text, and for a path that no rule can have. */
export function sealRuleOf({ in: place, field }: Pick<PersonalField, 'in' | 'field'>): RedactRule | null {
  if (place === 'header') return { header: field, seal: true };
  if (place === 'parameter') return { parameter: field, seal: true };
  if (place === 'segment') return { segment: field, seal: true };
  if (place === 'column') return { column: field, seal: true };
  if (place === 'text') return null;
  return parseJsonPath(field) === null ? null : { path: field, seal: true };
}

/** The rules that seal what no rule covers yet, each once. */
export function missingSealRules(fields: readonly PersonalField[]): RedactRule[] {
  const rules = fields.filter((one) => !one.isCovered).flatMap((one) => sealRuleOf(one) ?? []);
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
