import { responseData } from '../../unwrap-response.ts';
import { ExpectedInput, expectedBody } from '../expected-input.ts';
import { shownExpectation } from '../shown-expectation.ts';
import { tool } from '../tool.ts';

/** Saves an expectation. */
export const expectChange = tool({
  name: 'expect_change',
  title: 'Expect a change',
  description:
    'Saves that a change of a run is expected: later runs count it as expected, until production records it. Call preview_expected first. Undo: `replay expected remove`.',
  power: 'changes',
  input: ExpectedInput,
  answer: async (input, { session }) => {
    const { items } = await responseData(
      session.client.POST('/api/apps/{appId}/expectations', {
        params: { path: { appId: input.appId } },
        body: expectedBody(input),
      }),
    );
    return { expected: items.map(shownExpectation) };
  },
});
