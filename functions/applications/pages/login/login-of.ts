import { linesOf, pairsOf, textOf } from '../../../platform/pages-shell/form-values.ts';

/**
 * The form's login step in the format of interface 10. Without a login request it names an empty recording, which the
 * endpoint refuses.
 */
export function loginOf(form: FormData): Record<string, unknown> {
  const [caseId, path] = [textOf(form, 'caseId'), textOf(form, 'path')];
  const body = textOf(form, 'body');
  const request = {
    method: textOf(form, 'method') || 'POST',
    path,
    headers: pairsOf(linesOf(form, 'headers'), ':'),
    body: body === '' ? null : body,
  };
  const prefix = form.get('prefix');
  return {
    ...((caseId !== '' || path === '') && { caseId }),
    ...(path !== '' && { request }),
    token: { [textOf(form, 'tokenIn') === 'header' ? 'header' : 'path']: textOf(form, 'token') },
    place: {
      [textOf(form, 'placeIn') === 'cookie' ? 'cookie' : 'header']: textOf(form, 'place'),
      // A space at its end counts.
      prefix: typeof prefix === 'string' ? prefix : '',
      always: form.has('loginAlways'),
    },
    scope: textOf(form, 'scope') || 'run',
  };
}
