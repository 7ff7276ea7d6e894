import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { changedService } from '../../domain/calls/changed-service.ts';
import type { MockSettings } from '../../domain/mock-settings.ts';

/** What the form of one called service changes: the settings of all services are saved as one. */
export function serviceBody(form: FormData, mocks: MockSettings): Record<string, unknown> {
  const response = textOf(form, 'serviceResponse');
  const own = {
    onMiss: textOf(form, 'serviceMiss'),
    response: response === '' ? undefined : (jsonOf(response) ?? response),
    address: textOf(form, 'serviceAddress'),
    reuse: textOf(form, 'serviceReuse'),
  };
  return { mocks: { targets: changedService(mocks, textOf(form, 'service'), form.has('remove') ? null : own) } };
}
