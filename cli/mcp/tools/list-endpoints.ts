import * as z from 'zod';
import { checkApplication } from '../../checks/known-application.ts';
import { responseData } from '../../unwrap-response.ts';
import { AppId } from '../fields.ts';
import { tool } from '../tool.ts';

/** Lists the endpoints of an application, which other tools take as `operation`. */
export const listEndpoints = tool({
  name: 'list_endpoints',
  title: 'List endpoints',
  description: 'Lists the recorded endpoints of an application with their methods.',
  power: 'read',
  input: z.strictObject({ appId: AppId }),
  answer: async ({ appId }, { session }) => {
    const params = { path: { appId } };
    const { items } = await responseData(session.client.GET('/api/recorder/apps/{appId}/operations', { params }));
    if (items.length === 0) await checkApplication(session, appId);
    return { endpoints: items };
  },
});
