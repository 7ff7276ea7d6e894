import { maskedDifference } from '../../../functions/findings/domain/masked-result.ts';
import { plainMask } from '../../../functions/recordings/domain/masks/mask.ts';
import { responseData } from '../../unwrap-response.ts';
import { AcceptInput, acceptBody } from '../accept-input.ts';
import { tool } from '../tool.ts';

/** Shows what accepting would change in the recordings, without saving it. */
export const previewAccept = tool({
  name: 'preview_accept',
  title: 'Preview accepting results',
  description:
    'Shows what would become the next version of the recordings if results of a run were accepted. Nothing is saved. Needs a credential with the scope write.',
  power: 'read',
  input: AcceptInput,
  answer: async (input, { session }) => {
    const params = { path: { planId: input.planId } };
    const body = acceptBody(input);
    const preview = await responseData(session.client.POST('/api/replays/{planId}/accept/preview', { params, body }));
    const changes = preview.changes.map((one) => {
      const { recorded, replayed } = maskedDifference({ ...one, path: one.subject, rule: null }, plainMask);
      return { ...one, recorded, replayed };
    });
    return { ...preview, changes };
  },
});
