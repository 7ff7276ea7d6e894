import * as z from 'zod';
import { responseData } from '../../unwrap-response.ts';
import { tool } from '../tool.ts';

/** Lists what has recordings: where an agent begins. */
export const listApplications = tool({
  name: 'list_applications',
  title: 'List applications',
  description: 'Lists the applications that have recordings, by their ids.',
  power: 'read',
  input: z.strictObject({}),
  answer: async (_, { session }) => {
    const { items } = await responseData(session.client.GET('/api/recorder/apps'));
    return { applications: items.map(({ appId }) => appId) };
  },
});
