import * as v from 'valibot';
import type { Keys } from '../../platform/world.ts';
import { appPart } from '../domain/application-key.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../domain/application-settings.ts';
import { LoginRequest } from '../domain/login-step.ts';
import type { StoredSettings } from './stored-settings.ts';

const Values = v.record(v.string(), v.string());

/** Seals the credentials among the settings of applications, and opens them. */
export function settingsSeals(keys: Keys, tenant: string) {
  /** The stack grants access to this subject only to the functions that send replays and change settings. */
  const contextOf = (appId: string) => ({
    tenant: 'system',
    subject: 'replay-headers',
    field: `${tenant}/${appPart(appId)}`,
  });
  const loginContextOf = (appId: string) => ({ ...contextOf(appId), field: `${tenant}/${appPart(appId)}/login` });

  return {
    async seal(appId: string, settings: ApplicationSettings) {
      const { set } = settings.replay.headers;
      const { login } = settings;
      const sealedHeaders =
        Object.keys(set).length === 0 ? undefined : await keys.seal(JSON.stringify(set), contextOf(appId));
      const sealedLogin =
        login && 'request' in login ? await keys.seal(JSON.stringify(login.request), loginContextOf(appId)) : undefined;
      return {
        ...(sealedHeaders !== undefined && { sealedHeaders }),
        ...(sealedLogin !== undefined && { sealedLogin }),
      };
    },

    async open(appId: string, row: StoredSettings | null): Promise<ApplicationSettings> {
      if (row === null) return DEFAULT_SETTINGS;
      const { settings, sealedHeaders, sealedLogin } = row;
      const { replay, login } = settings;
      const [set, request] = await Promise.all([
        sealedHeaders && keys.open(sealedHeaders, contextOf(appId)),
        sealedLogin && keys.open(sealedLogin, loginContextOf(appId)),
      ]);
      return {
        ...settings,
        ...(set && { replay: { ...replay, headers: { ...replay.headers, set: v.parse(Values, JSON.parse(set)) } } }),
        ...(request && login && { login: { ...login, request: v.parse(LoginRequest, JSON.parse(request)) } }),
      };
    },
  };
}
