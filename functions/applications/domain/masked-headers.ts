import type { ApplicationSettings } from './application-settings.ts';

/** Stands for a value that the reader may not see. */
const MASK = '***';

/** The settings as who may not change them sees them: a header that is set may be a credential of the target. */
export function maskedSettings(settings: ApplicationSettings): ApplicationSettings {
  const { replay } = settings;
  const set = Object.fromEntries(Object.keys(replay.headers.set).map((name) => [name, MASK]));
  return { ...settings, replay: { ...replay, headers: { ...replay.headers, set } } };
}

/** Headers as they are sent, where a mask stands for the value that is stored under the same name, in any case; null where none is. */
export function withoutMasks(
  sent: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const meant = value === MASK ? known.get(name.toLowerCase()) : value;
    if (meant === undefined) return null;
    whole[name] = meant;
  }
  return whole;
}
