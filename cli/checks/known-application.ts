import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const MAX_NAMED = 5;

/**
 * The sentence that names an application as unknown and those that have recordings instead, the most similar first;
 * null if it has recordings, or where the credential may not list applications.
 */
export async function unknownApplication({ client }: Session, appId: string): Promise<string | null> {
  const answer = await responseData(client.GET('/api/recorder/apps')).catch((fault: unknown) => {
    if (fault instanceof CliFailure) return null;
    throw fault;
  });
  if (answer === null) return null;
  const known = answer.items.map((one) => one.appId);
  if (known.includes(appId)) return null;
  if (known.length === 0) return `no application ${appId}; none has recordings yet`;
  const named = known
    .sort((a, b) => sharedStart(b, appId) - sharedStart(a, appId) || a.localeCompare(b))
    .slice(0, MAX_NAMED);
  const more = known.length - named.length;
  return `no application ${appId}; there ${known.length === 1 ? 'is' : 'are'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What to do about an unknown application. */
export const applicationAdvice = (appId: string): string =>
  `Check the name, or record it first: replay import session.har --app-id ${appId}`;

/** Throws if an application is unknown; for commands that found nothing of it. */
export async function checkApplication(session: Session, appId: string): Promise<void> {
  const message = await unknownApplication(session, appId);
  if (message !== null) throw new CliFailure('UNKNOWN_APPLICATION', message, applicationAdvice(appId));
}

/** Says that an application is unknown; for commands that may come before its first recording. */
export async function sayIfUnknown(session: Session, appId: string): Promise<void> {
  const message = await unknownApplication(session, appId);
  if (message !== null) session.output.say(message);
}

/** How many first characters two names share. */
function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
