import * as v from 'valibot';
import type { AskOptions, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import type { PageProblem } from '../../platform/http/pages/page-routes.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import type { EvaluationUses } from '../composition.ts';

/** An endpoint that the page depends on refused, so another page is shown. */
class NoAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`an endpoint answered ${status}`);
    this.status = status;
  }
}

/** Page shown for a refusal. Every other status is an internal error. */
const PROBLEM_OF = new Map<number, PageProblem>([
  [400, 'bad-link'],
  [403, 'forbidden'],
  [404, 'not-found'],
]);

/**
 * Calls GET of an evaluation endpoint and parses the response. Only for pages of `evaluationPage`, which show its
 * refusals.
 */
export async function answered<const S extends v.GenericSchema>(
  { ask }: Pick<PageRequest, 'ask'>,
  schema: S,
  path: string,
  options: AskOptions = {},
): Promise<v.InferOutput<S>> {
  const answer = await ask('GET', path, options);
  if (answer.status !== 200) throw new NoAnswer(answer.status);
  return v.parse(schema, answer.body);
}

/** A page built from responses of the evaluation API, with the counts of its tabs. */
export const evaluationPage = <Services extends EvaluationUses<'listCounts'>>(
  page: Page<Services>,
): Page<Services> => ({
  ...page,

  async answer(request, services): Promise<PageAnswer> {
    try {
      return await page.answer({ ...request, tabCounts: services.evaluation.listCounts }, services);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      const problem = PROBLEM_OF.get(fault.status);
      if (problem === undefined) throw fault;
      return { html: problemPage(problem, request), status: fault.status };
    }
  },
});
