import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { checkbox, choice, csrfField, field } from '../../platform/pages-shell/form-parts.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-cases.ts';

/** Names and file extensions of the formats of interface 10. */
const FORMATS: Readonly<Record<string, { text: string; ends: RegExp }>> = {
  har: { text: 'HAR (browser, proxy, Insomnia)', ends: /\.har$/i },
  goreplay: { text: 'GoReplay (.gor, .gz)', ends: /\.(gor|gor\.gz|(?<!\.tar\.)gz)$/i },
  keploy: { text: 'Keploy (.yaml, or a test set as .zip or .tar.gz)', ends: /\.ya?ml$|keploy.*\.(zip|tar\.gz|tgz)$/i },
  postman: { text: 'Postman collection', ends: /\.postman_collection\.json$/i },
  wiremock: { text: 'WireMock mappings (.json, or .zip)', ends: /(wiremock|mappings).*\.(json|zip|tar\.gz|tgz)$/i },
  arex: { text: 'AREX mockers (JSON)', ends: /arex.*\.(json|jsonl|ndjson)$/i },
};

/** The option “by file name”. */
const BY_NAME = 'by-name';

/** The chosen format, or the one of the file's extension; empty if it is unknown. */
export const formatOf = (chosen: string, fileName: string): string =>
  chosen !== BY_NAME && chosen !== ''
    ? chosen
    : (IMPORT_FORMATS.find((format) => FORMATS[format]?.ends.test(fileName)) ?? '');

/**
 * The form that uploads recordings, by drag and drop or by a file field; with `appId` null it also asks for the
 * application, and with a preview for the files once more, because the service has kept nothing of them.
 */
export const uploadForm = ({
  request,
  action,
  appId,
  errors = {},
  preview = null,
}: {
  request: PageRequest;
  action: string;
  appId: string | null;
  errors?: FieldErrors;
  /** What the files hold and the choices of what to take, once they have been looked at. */
  preview?: Html | null;
}): Html => {
  const { form } = request;
  const chosen = form.get('format');
  return html`<form id="upload" class="drop" method="post" action="${action}" enctype="multipart/form-data" data-upload${preview && html` data-keeps-files`}>${csrfField(request)}
${errors.form && html`<p class="error" role="alert">${errors.form}</p>`}
${preview}
${
  appId === null &&
  field({
    name: 'appId',
    label: 'Application',
    required: true,
    maxlength: 200,
    value: String(form.get('appId') ?? ''),
    hint: 'Any name; recordings of one service belong together.',
    error: errors.appId ?? null,
  })
}
<div class="field${errors.file && ' wrong'}"><label for="file">Files with recordings</label><p class="small muted" id="file-hint">${preview ? 'The preview has stored nothing. If no file is chosen here, choose the same files again.' : 'Choose files or drop them here, each of at most 6 MiB. Importing a file again adds nothing twice.'}</p>
<input type="file" id="file" name="file" multiple required aria-describedby="file-hint${errors.file && ' file-error'}">${errors.file && html`<p class="error" id="file-error">${errors.file}</p>`}</div>
<div class="columns">${choice({
    name: 'format',
    label: 'Format',
    value: typeof chosen === 'string' ? chosen : BY_NAME,
    options: [
      [BY_NAME, 'As the file is called'],
      ...IMPORT_FORMATS.map((format) => [format, FORMATS[format]?.text ?? format] as const),
    ],
    error: errors.format ?? null,
  })}
<div>${checkbox('pin', 'Pin them, so that they never expire', form.has('pin'))}
${checkbox('original', 'Keep the times of the file (else the newest becomes now)', form.has('original'))}</div></div>
<progress hidden aria-label="Upload"></progress><p class="small muted" data-progress role="status"></p>
${
  preview
    ? html`<button class="primary" name="step" value="import">Import these</button> <button name="step" value="preview">Preview again</button>`
    : html`<button class="primary">Import</button>`
}</form>`;
};
