import type { ApplicationSettings } from './application-settings.ts';
import { maskedHeaders } from './masked-headers.ts';

/** The settings for callers without the right to change them: a header that is set may be a credential of the target. */
export function maskedSettings(settings: ApplicationSettings): ApplicationSettings {
  const { replay } = settings;
  return { ...settings, replay: { ...replay, headers: { ...replay.headers, set: maskedHeaders(replay.headers.set) } } };
}
