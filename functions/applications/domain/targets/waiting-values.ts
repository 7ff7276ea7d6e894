import type { ApplicationSettings } from '../application-settings.ts';

/** Gives values that were saved while no target was allowed to the first one that is; null if none waits. */
export function claimWaitingValues(
  settings: ApplicationSettings,
  addresses: readonly string[],
): ApplicationSettings | null {
  const { login, replay } = settings;
  const waiting = Object.entries(replay.headers.targets).filter(([, savedFor]) => savedFor.length === 0);
  if (waiting.length === 0 && login?.targets?.length !== 0) return null;
  const claimed = Object.fromEntries(waiting.map(([name]) => [name, [...addresses]]));
  const targets = { ...replay.headers.targets, ...claimed };
  return {
    ...settings,
    replay: { ...replay, headers: { ...replay.headers, targets } },
    login: login?.targets?.length === 0 ? { ...login, targets: [...addresses] } : login,
  };
}
