import { type Endpoint, failure, JSON_BODY, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import type { ApplicationServices } from '../composition.ts';
import { isAppId } from '../domain/app-id.ts';
import { changeAbout } from '../domain/changes/change-about.ts';
import { reasonOf } from '../domain/changes/change-reason.ts';
import { maxRetentionOf } from '../domain/retention/max-retention.ts';
import { settingsDocs } from './application-settings.doc.ts';

const PATH = '/api/apps/{appId}/settings';

/**
 * Returns the settings of an application, by default the default settings (interface 10), without header values for
 * callers who may not change them.
 */
export const readSettings: Endpoint<Pick<ApplicationServices, 'applications' | 'sealedSettings'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: settingsDocs.readSettings,

  async answer({ params: { appId = '' }, caller }, { applications, sealedSettings }) {
    if (!isAppId(appId)) return badParameter('appId');
    return ok(await (hasScope(caller, 'write') ? sealedSettings : applications).settings(appId));
  },
});

/** Changes the members in the body and returns all settings (interface 10). */
export const changeSettings: Endpoint<
  Pick<ApplicationServices, 'sealedSettings' | 'targets' | 'audit' | 'maskedText' | 'config' | 'now'>
> = endpoint({
  method: 'PUT',
  path: PATH,
  scope: 'write',
  audits: 'settings.changed',
  body: JSON_BODY,
  errors: plainErrors,
  doc: settingsDocs.changeSettings,

  async answer({ params: { appId = '' }, body, caller }, { sealedSettings, targets, audit, maskedText, config, now }) {
    if (!isAppId(appId)) return badParameter('appId');
    const reason = reasonOf(body);
    const changed = await sealedSettings.changeSettings(appId, body, {
      ...(await targets.rightsOf(appId, hasScope(caller, 'admin'))),
      author: { at: isoText(now()), by: caller.name },
      reason: reason && maskedText(reason),
      maxRetention: maxRetentionOf(config),
    });
    if (!changed.ok) return failure(400, changed.code, changed.message);
    const { before, after } = changed.value;
    const { retention } = after;
    const named = typeof body === 'object' && body !== null && 'retention' in body ? retention : {};
    await audit.note(caller, 'settings.changed', { appId, ...named }, changeAbout(before, after));
    return ok(after);
  },
});
