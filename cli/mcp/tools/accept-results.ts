import { responseData } from '../../unwrap-response.ts';
import { AcceptInput, acceptBody } from '../accept-input.ts';
import { tool } from '../tool.ts';

/** Accepts results as the next version of their recordings. */
export const acceptResults = tool({
  name: 'accept_results',
  title: 'Accept results as recordings',
  description:
    'What the build answered becomes the next version of the recordings, and later runs compare with it. Call preview_accept first. Undo: `replay accept <planId> --undo <at>`.',
  power: 'changes',
  destructive: true,
  input: AcceptInput,
  answer: (input, { session }) => {
    const params = { path: { planId: input.planId } };
    return responseData(session.client.POST('/api/replays/{planId}/accept', { params, body: acceptBody(input) }));
  },
});
