import { responseData } from '../../unwrap-response.ts';
import { ExpectedInput, expectedBody } from '../expected-input.ts';
import { shownExpectation } from '../shown-expectation.ts';
import { tool } from '../tool.ts';

/** Shows what an expectation would cover, without saving it. */
export const previewExpected = tool({
  name: 'preview_expected',
  title: 'Preview an expected change',
  description: 'Shows what an expected change would cover in a completed run, before and after. Nothing is saved.',
  power: 'read',
  input: ExpectedInput,
  answer: async ({ appId, ...input }, { session }) => {
    const preview = await responseData(
      session.client.POST('/api/apps/{appId}/expectations/preview', {
        params: { path: { appId } },
        body: expectedBody({ appId, ...input }),
      }),
    );
    return { ...preview, items: preview.items.map(shownExpectation) };
  },
});
