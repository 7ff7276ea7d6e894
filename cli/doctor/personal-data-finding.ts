import { endpointName } from '../../functions/findings/domain/endpoint-labels.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { type Finding, finding } from './finding.ts';

/** Fields that the message names. */
const MAX_NAMED = 3;

/** What a field is called before its name. */
const PLACES: Readonly<Record<string, string>> = { path: '', segment: 'path ', text: 'text of the ' };

/** Whether recordings of an application hold personal data that no rule seals. */
export async function personalDataFinding({ client }: Pick<Session, 'client'>, appId: string): Promise<Finding> {
  const params = { path: { appId } };
  const { items } = await responseData(client.GET('/api/recorder/apps/{appId}/personal-data', { params }));
  const open = items.filter(({ isCovered }) => !isCovered);
  if (open.length === 0)
    return finding('personal data', 'ok', items.length === 0 ? `none found in ${appId}` : `rules cover what was found`);
  const named = open.slice(0, MAX_NAMED).map(({ in: place, field, method, operation, kind }) => {
    const name = `${PLACES[place] ?? `${place} `}${field}`;
    return `${kind} in ${name} of ${endpointName(operation, method)}`;
  });
  const more = open.length > MAX_NAMED ? `, and ${open.length - MAX_NAMED} more` : '';
  const next = open.some(({ rule }) => rule !== null)
    ? `replay cases seal ${appId} --found seals the fields, in stored recordings as well.`
    : 'No rule reaches texts without fields. Leave out their endpoints when recording (--exclude). See docs/personal-data.md.';
  return finding('personal data', 'warn', `not sealed: ${named.join(', ')}${more}`, next);
}
