import * as v from 'valibot';
import { accept, type Result } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import {
  type ApplicationSettings,
  changedSettings,
  DEFAULT_SETTINGS,
  type SettingsRights,
} from '../domain/application-settings.ts';
import { LoginRequest } from '../domain/login-step.ts';
import { maskedSettings } from '../domain/masked-settings.ts';
import { appPart } from './application-key.ts';
import { StoredSettings, settingsKey } from './stored-settings.ts';

const Values = v.record(v.string(), v.string());

/** Settings of applications with the credentials of their targets, which are sealed in the table. */
export function sealedSettings({ table, keys }: Pick<World, 'table' | 'keys'>, tenant: string) {
  /** The stack grants access to this subject only to the functions that send replays and change settings. */
  const contextOf = (appId: string) => ({
    tenant: 'system',
    subject: 'replay-headers',
    field: `${tenant}/${appPart(appId)}`,
  });
  const loginContextOf = (appId: string) => ({ ...contextOf(appId), field: `${tenant}/${appPart(appId)}/login` });

  async function stored(appId: string): Promise<StoredSettings | null> {
    const row = await table.get(settingsKey(tenant, appId));
    return row ? v.parse(StoredSettings, row) : null;
  }

  async function opened(appId: string, row: StoredSettings | null): Promise<ApplicationSettings> {
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
  }

  /** False if the settings have changed since `row` was read. */
  async function write(appId: string, row: StoredSettings | null, settings: ApplicationSettings): Promise<boolean> {
    const { set } = settings.replay.headers;
    const { login } = settings;
    const sealedHeaders =
      Object.keys(set).length === 0 ? undefined : await keys.seal(JSON.stringify(set), contextOf(appId));
    const sealedLogin =
      login && 'request' in login ? await keys.seal(JSON.stringify(login.request), loginContextOf(appId)) : undefined;
    return table.put(
      {
        ...settingsKey(tenant, appId),
        version: (row?.version ?? 0) + 1,
        settings: maskedSettings(settings),
        ...(sealedHeaders !== undefined && { sealedHeaders }),
        ...(sealedLogin !== undefined && { sealedLogin }),
      },
      { when: row === null ? 'absent' : { version: { equals: row.version } } },
    );
  }

  return {
    /** The settings of an application, by default the default settings. */
    settings: async (appId: string): Promise<ApplicationSettings> => opened(appId, await stored(appId)),

    /**
     * Changes the members that are sent; two changes at the same time both hold. By default with the rights of an
     * administrator.
     */
    changeSettings: (
      appId: string,
      input: unknown,
      rights?: SettingsRights,
    ): Promise<Result<ApplicationSettings, 'INVALID_SETTINGS'>> =>
      retryOnConflict(
        async () => {
          const row = await stored(appId);
          const changed = changedSettings(await opened(appId, row), input, rights);
          if (!changed.ok) return changed;
          return (await write(appId, row, changed.value)) ? accept(changed.value) : CONFLICT;
        },
        { subject: 'the settings' },
      ),

    /** Seals values that an earlier version stored as they are. A change in between has sealed them. */
    async seal(appId: string): Promise<void> {
      const row = await stored(appId);
      if (row === null || row.sealedHeaders !== undefined) return;
      if (Object.keys(row.settings.replay.headers.set).length > 0) await write(appId, row, row.settings);
    },
  };
}
