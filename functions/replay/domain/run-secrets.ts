import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import { belongsTo, type Destination } from '../../applications/domain/targets/saved-for.ts';
import type { ReplayPlan } from './plan.ts';

/**
 * The settings that a run sends with: headers and the login step go to the addresses that they were saved for only, and
 * nowhere in a run without credentials. Such a run treats recorded credentials as if they were removed (interface 14).
 */
export function runSecrets(
  { credentials }: Pick<ReplayPlan, 'credentials'>,
  settings: ApplicationSettings,
  destination: Destination,
): ApplicationSettings {
  const { headers } = settings.replay;
  const isSent = (name: string) =>
    credentials !== 'none' && belongsTo(headers.targets[name.toLowerCase()], destination);
  const { login } = settings;
  return {
    ...settings,
    ...(credentials === 'none' && { credentials: 'remove' }),
    replay: {
      ...settings.replay,
      headers: {
        ...headers,
        set: Object.fromEntries(Object.entries(headers.set).filter(([name]) => isSent(name))),
        always: headers.always.filter(isSent),
      },
    },
    login: login !== null && credentials !== 'none' && belongsTo(login.targets, destination) ? login : null,
  };
}
