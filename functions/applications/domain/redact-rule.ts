import * as v from 'valibot';
import { JSON_PATH_FORM, MAX_PATH_LENGTH, parseJsonPath } from '../../platform/json/json-path.ts';
import { HEADER_NAME } from '../../platform/values/http-tokens.ts';

const Seal = v.optional(
  v.pipe(
    v.boolean(),
    v.description('true: the value is sealed, so that a run can send it. false: `[redacted]` replaces it.'),
  ),
);

/**
 * What is blacked out of a case before it is stored, or with `seal` sealed: a header by its name, a parameter of the
 * query and of a form by its name, segments of the path, the column of a database, or a path into bodies. Rows of
 * earlier versions hold any JSONPath; see `widenedRules`.
 */
export const RedactRule = v.union([
  v.object({ header: v.string(), seal: Seal }),
  v.object({ parameter: v.string(), seal: Seal }),
  v.object({ segment: v.string(), seal: Seal }),
  v.object({ column: v.string(), seal: Seal }),
  v.object({ path: v.string(), seal: Seal }),
]);
export type RedactRule = v.InferOutput<typeof RedactRule>;

/** Maximum characters of the name of a parameter or a column. */
const MAX_NAME_LENGTH = 256;

/** A path whose segments in braces are selected; `*` stands for any segment. */
const SEGMENTS = /^\/(?=[^?#]*\{)(?:\{\w{1,64}\}|[^\s{}?#/]*)(?:\/(?:\{\w{1,64}\}|[^\s{}?#/]*))*$/;
const MAX_SEGMENT_LENGTH = 900;

/** Maximum rules of an application. */
const MAX_RULES = 100;

/** The rules that a change of settings may set. */
export const RedactRules = v.pipe(
  v.array(
    v.union([
      v.strictObject({ header: v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(256)), seal: Seal }),
      v.strictObject({
        parameter: v.pipe(
          v.string(),
          v.nonEmpty(),
          v.maxLength(MAX_NAME_LENGTH),
          v.description('Name of a parameter of the query, and of a form in the body of the request, decoded.'),
        ),
        seal: Seal,
      }),
      v.strictObject({
        segment: v.pipe(
          v.string(),
          v.regex(SEGMENTS),
          v.maxLength(MAX_SEGMENT_LENGTH),
          v.description(
            'A path such as /users/{mail}/orders/*: the segments in braces are selected, * stands for any segment.',
          ),
        ),
        seal: Seal,
      }),
      v.strictObject({
        column: v.pipe(
          v.string(),
          v.nonEmpty(),
          v.maxLength(MAX_NAME_LENGTH),
          v.description(
            'A column of a database, in any case: parameters of statements that are written to it or compared with it, and its values in rows.',
          ),
        ),
        seal: Seal,
      }),
      v.strictObject({
        path: v.pipe(
          v.string(),
          v.check((path) => parseJsonPath(path) !== null),
          v.metadata({
            jsonSchema: { maxLength: MAX_PATH_LENGTH },
            description: `Must be ${JSON_PATH_FORM}; $. may be left out.`,
          }),
        ),
        seal: Seal,
      }),
    ]),
  ),
  v.maxLength(MAX_RULES),
);

/** Rules with others after them, each once, as many as an application may have. */
export function withRules(before: readonly RedactRule[], added: readonly RedactRule[]): RedactRule[] {
  const all = new Map([...before, ...added].map((rule) => [JSON.stringify(rule), rule]));
  return [...all.values()].slice(0, Math.max(before.length, MAX_RULES));
}

/** The rules of earlier versions whose paths cannot be read as they say: they select more (coveringSteps). */
export const widenedRules = (rules: readonly RedactRule[]): (RedactRule & { path: string })[] =>
  rules.filter((rule) => 'path' in rule && parseJsonPath(rule.path) === null) as (RedactRule & { path: string })[];

/** The rules that black out. */
export const blackOutRules = (rules: readonly RedactRule[]): RedactRule[] => rules.filter(({ seal }) => seal !== true);

/** The rules that seal. */
export const sealRules = (rules: readonly RedactRule[]): RedactRule[] => rules.filter(({ seal }) => seal === true);
