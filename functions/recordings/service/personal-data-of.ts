import type { RecordingServices } from '../composition.ts';
import { type PersonalField, personalFieldsOf } from '../domain/personal/personal-data.ts';

/** The fields of an application's recordings that hold personal data, by endpoint, under its rules of today. */
export async function personalDataOf(
  { recordings, applications }: Pick<RecordingServices, 'recordings' | 'applications'>,
  appId: string,
): Promise<PersonalField[]> {
  const [endpoints, { redact }] = await Promise.all([recordings.personalData.of(appId), applications.settings(appId)]);
  return endpoints.flatMap(({ counts, ...endpoint }) => personalFieldsOf(endpoint, counts, redact));
}
