import * as v from 'valibot';
import type { Asked, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import type { PageProblem } from '../../platform/http/pages/page-routes.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';

/** An endpoint that a page is made of did not answer: the page is another one then. */
class NoAnswer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`an endpoint answered ${status}`);
    this.status = status;
  }
}

/** What the page says instead; what is not here is a fault of ours. */
const PROBLEM_OF = new Map<number, PageProblem>([
  [400, 'bad-link'],
  [403, 'forbidden'],
  [404, 'not-found'],
]);

/** What an endpoint of the evaluation API answers to GET. For pages of `evaluationPage` alone, which says so where it refuses. */
export async function answered<const S extends v.GenericSchema>(
  { ask }: Pick<PageRequest, 'ask'>,
  schema: S,
  path: string,
  asked: Asked = {},
): Promise<v.InferOutput<S>> {
  const answer = await ask('GET', path, asked);
  if (answer.status !== 200) throw new NoAnswer(answer.status);
  return v.parse(schema, answer.body);
}

/** A page that is made of what endpoints of the evaluation API answer. */
export const evaluationPage = (page: Page): Page => ({
  ...page,

  async answer(request, services): Promise<PageAnswer> {
    try {
      return await page.answer(request, services);
    } catch (fault) {
      if (!(fault instanceof NoAnswer)) throw fault;
      const problem = PROBLEM_OF.get(fault.status);
      if (problem === undefined) throw fault;
      return { html: problemPage(problem, request), status: fault.status };
    }
  },
});
