import type { Step } from '../../../platform/json/json-path.ts';
import { type JsonPathMatches, jsonPathMatches } from '../../../platform/json/json-path-matches.ts';
import type { StepBudget } from '../../../platform/json/path-filter.ts';
import { isSealed } from '../../../platform/values/sealed-text.ts';
import { markupPaths } from '../markup/markup-paths.ts';
import { redactMarkup } from '../markup/redact-markup.ts';
import { type Replacement, redactJson } from '../redact-json.ts';
import { type FieldFormat, fieldFormatOf } from './field-format.ts';
import { multipartParts } from './multipart-parts.ts';
import { redactLines } from './redact-lines.ts';

/** Paths of rules, read once for all bodies. */
export interface BodyPaths {
  inJson: JsonPathMatches;
  inMarkup: ReturnType<typeof markupPaths>;
  /** One of them selects the whole body. */
  isWhole: boolean;
}

/** Reads the paths of rules. */
export const bodyPathsOf = (paths: readonly (readonly Step[])[]): BodyPaths => ({
  inJson: jsonPathMatches(paths),
  inMarkup: markupPaths(paths),
  isWhole: paths.some((steps) => steps.length === 0),
});

/** What bodies are redacted by. */
export interface BodyRules {
  paths: BodyPaths;
  budget: StepBudget;
  replacement: Replacement;
  /** Names of fields of multipart forms that are redacted. */
  parameters: ReadonlySet<string>;
}

/** A text of a body, and how it is read. */
interface Body {
  text: string;
  charset: 'utf8' | 'latin1';
  format: FieldFormat;
  /** What does not parse as JSON is redacted entirely. */
  mustBeJson: boolean;
}

/** Replaces what the rules select in the text of a body; all else stays, to the byte. */
export function redactBody(body: Body, rules: BodyRules): string {
  const { text, charset, format } = body;
  if (text === '' || isSealed(text)) return text;
  if (format === 'json') return redactJsonBody(body, rules);
  if (format === 'multipart') return redactParts(body, rules);
  const { paths, budget, replacement } = rules;
  if (paths.isWhole) return replacement.text(text);
  const replace = (written: string) => replacement.markup(written, charset);
  return redactMarkup(text, format === 'html', { paths: paths.inMarkup, budget, replace }) ?? replacement.text(text);
}

function redactJsonBody({ text, mustBeJson }: Body, { paths, budget, replacement }: BodyRules): string {
  const redact = (json: string) => redactJson(json, paths.inJson, budget, undefined, replacement.json);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const content = text.slice(mark.length);
  const mayBeLines = !paths.isWhole && content.includes('\n');
  const redacted = redact(content) ?? (mayBeLines ? redactLines(content, redact) : null);
  if (redacted !== null) return mark + redacted;
  return mustBeJson || isCut(text) ? replacement.text(text) : text;
}

/** Text that only starts like JSON (`[INFO] …`) stays; truncated or too deep JSON does not. */
const isCut = (text: string) => /^\uFEFF?\s*(\{\s*["}]|\[\s*[[{"\d\-\]tfn])/.test(text);

/** A field by its name or its path; else what it holds, by the rules for bodies. */
function redactParts({ text, charset }: Body, rules: BodyRules): string {
  const { paths, parameters, replacement } = rules;
  if (paths.isWhole) return replacement.text(text);
  const { inMarkup } = paths;
  const parts = multipartParts(text);
  return parts === null
    ? text
    : parts
        .map(({ name, contentType, head, content, end }) => {
          const field = inMarkup.child(inMarkup.root, { names: [name], indexOf: () => 0 });
          if (name !== '' && (parameters.has(name) || inMarkup.isSelected(field)))
            return head + replacement.part(content, charset) + end;
          const format =
            /;\s*filename=/i.test(head) && !/json|xml|html/i.test(contentType)
              ? null
              : fieldFormatOf(content, contentType);
          if (format === null) return head + content + end;
          return head + redactBody({ text: content, charset, format, mustBeJson: false }, rules) + end;
        })
        .join('');
}
