import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { numberOf, textOf, textsOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { endOf, utcOf } from './key-end.ts';
import { KEY_PRESETS } from './key-presets.ts';
import { type KeyServices, keysView } from './keys-view.ts';

const PATH = '/console/keys';

const Made = v.object({ body: v.object({ name: v.string(), key: v.string() }) });

/** The API keys of the tenant. */
export const keysPage: Page<KeyServices> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await keysView(request, services, { errors: {} }) }),
};

/** Creates a key and shows it once. */
export const makeKey: Page<KeyServices> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',
  audits: 'key.made',

  async answer(request, services) {
    const { form } = request;
    const preset = KEY_PRESETS.find((one) => one.preset === textOf(form, 'preset'));
    const scopes = preset?.scopes ?? textsOf(form, 'scopes');
    const body = { name: textOf(form, 'name'), scopes, expiresAt: endOf(form, services.now()) };
    const answer = await request.ask('POST', '/api/api-keys', { body });
    const made = v.safeParse(Made, answer.body);
    if (made.success) {
      // The next key begins with an empty form.
      const again = { ...request, form: new FormData() };
      return { html: await keysView(again, services, { errors: {}, made: made.output.body }) };
    }
    const refused = errorsOf(refusalOf(answer), ['name', 'scopes', 'expiresAt'], { expiresAt: 'The end' });
    const errors = refused.scopes && scopes.length === 0 ? { scopes: 'Select at least one scope.' } : refused;
    return { html: await keysView(request, services, { errors }), status: 422 };
  },
};

/** Gives a key a new secret and shows it once. */
export const rotateKey: Page<KeyServices> = {
  method: 'POST',
  path: `${PATH}/rotate`,
  scope: 'admin',
  audits: 'key.rotated',

  async answer(request, services) {
    const { form } = request;
    const params = { id: textOf(form, 'key') };
    const body = { overlapHours: numberOf(form, 'overlapHours'), expiresAt: utcOf(form, 'newEnd') };
    const answer = await request.ask('POST', '/api/api-keys/{id}/rotate', { params, body });
    const rotated = v.safeParse(Made, answer.body);
    if (rotated.success) return { html: await keysView(request, services, { errors: {}, made: rotated.output.body }) };
    const { expiresAt, ...refused } = errorsOf(refusalOf(answer), ['overlapHours', 'expiresAt'], ROTATION_LABELS);
    const errors = { ...refused, ...(expiresAt !== undefined && { newEnd: expiresAt }) };
    return { html: await keysView(request, services, { errors, of: 'rotation' }), status: 422 };
  },
};

const ROTATION_LABELS = { overlapHours: 'The overlap', expiresAt: 'The end' };

/** Removes a key; removing a missing key succeeds as well. */
export const removeKey: Page = {
  method: 'POST',
  path: `${PATH}/{id}/remove`,
  scope: 'admin',
  audits: 'key.removed',

  async answer(request) {
    await request.ask('DELETE', '/api/api-keys/{id}', { params: { id: request.params.id ?? '' } });
    return { location: `${PATH}?done=removed` };
  },
};
