import * as v from 'valibot';
import { TOO_MANY_RULES } from '../../compare/api/parts/rule-refusals.ts';
import { answers, docs, named, type ParameterDocs, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { listExample, listOf } from '../../platform/http/documents/shown-schemas.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import { RoundSecondAnswers } from '../domain/noise-facts.ts';
import { Suggestion } from '../domain/suggestions.ts';

const Shown = named('Suggestion', Suggestion);
const SUGGESTION: v.InferOutput<typeof Suggestion> = {
  id: EXAMPLE.suggestionId,
  operation: EXAMPLE.operation,
  path: 'requestedAt',
  ruleKind: 'ignore',
  reason: 'CURRENT_TIME',
  evidence: { requests: 30, sentAgain: 30, reasons: [{ reason: 'CURRENT_TIME', requests: 30, forms: ['iso-8601'] }] },
  status: 'SUGGESTED',
};
const params: ParameterDocs = {
  id: { schema: v.string(), description: 'Id of a suggestion.', example: EXAMPLE.suggestionId },
};
/** The refusal of an unknown suggestion. */
export const NO_SUGGESTION = refusal(404, 'NOT_FOUND', 'there is no such suggestion');

/** What the OpenAPI document says of suggestions (interface 3.1). */
export const noiseDocs = docs('Noise', {
  listNoise: {
    summary: 'List the suggestions of the latest round of a run',
    description:
      'A suggested field needs review instead of action until the suggestion is reverted. `secondAnswers`: how many failing requests were sent again and answered as before, and how many were not, by reason. UNSAFE_METHOD: the method may change data. NOT_SENT: the run stopped, or requests that change data had followed. OTHER_STATUS: the second response had a different status. NO_ANSWER: no complete response came. `later`: the same of requests that were sent again some seconds later. `sent` counts further requests, `sentMs` is how long their responses took, and `tookMs` how long noise reduction took after the last request of the run. null before noise was reduced.',
    responses: answers(v.object({ ...listOf(Shown).entries, secondAnswers: v.nullable(RoundSecondAnswers) }), {
      ...listExample(SUGGESTION),
      secondAnswers: {
        answered: 30,
        without: [{ why: 'UNSAFE_METHOD', requests: 2 }],
        sent: 30,
        sentMs: 412,
        later: { answered: 3, without: [], sent: 6, sentMs: 80 },
        tookMs: 7120,
      },
    }),
    refusals: [NO_PLAN],
  },
  applyNoise: {
    summary: 'Apply a suggestion',
    description: 'Creates a rule of kind `ruleKind` with the id of the suggestion.',
    params,
    responses: answers(Shown, { ...SUGGESTION, status: 'APPLIED' }),
    refusals: [NO_PLAN, NO_SUGGESTION, TOO_MANY_RULES, refusal(409, 'INVALID_RULE', 'no rule can name the field')],
  },
  revertNoise: {
    summary: 'Revert a suggestion',
    description: 'Removes the rule that the suggestion created.',
    params,
    responses: answers(Shown, { ...SUGGESTION, status: 'REVERTED' }),
    refusals: [NO_PLAN, NO_SUGGESTION],
  },
});
