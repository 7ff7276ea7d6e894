import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { checkbox, choice, csrfField, field } from '../../../platform/pages-shell/form-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../domain/importers/import-format.ts';

/** Names and file extensions of the formats of interface 10. */
const FORMATS: Readonly<Record<ImportFormat, { text: string; ends: RegExp }>> = {
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
    : (IMPORT_FORMATS.find((format) => FORMATS[format].ends.test(fileName)) ?? '');

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
  return html`<form id="upload" class="stack" method="post" action="${action}" enctype="multipart/form-data" data-upload${preview && html` data-keeps-files`}>${csrfField(request)}
${errors.form && html`<p class="error" role="alert">${errors.form}</p>`}
${preview}
<div class="drop${errors.file && ' wrong'}"><label for="file"><strong>Drop a HAR file here</strong></label><p class="small muted" id="file-hint">${preview ? 'Nothing is stored yet. If this field is empty, choose the same files again.' : 'or GoReplay, Postman, Keploy, AREX, WireMock; at most 6 MiB per file, static files not counted'}</p>
<input type="file" id="file" name="file" multiple required aria-describedby="file-hint${errors.file && ' file-error'}">${errors.file && html`<p class="error" id="file-error">${errors.file}</p>`}</div>
${
  appId === null &&
  field({
    name: 'appId',
    label: 'Application',
    required: true,
    maxlength: 200,
    value: String(form.get('appId') ?? ''),
    placeholder: 'shop',
    hint: 'Any name. Recordings of one service belong together.',
    error: errors.appId ?? null,
  })
}
<details${(errors.format || form.has('pin') || form.has('original')) && html` open`}><summary>Format and retention</summary><div class="stack">${choice(
    {
      name: 'format',
      label: 'Format',
      value: typeof chosen === 'string' ? chosen : BY_NAME,
      options: [[BY_NAME, 'By file name'], ...IMPORT_FORMATS.map((format) => [format, FORMATS[format].text] as const)],
      error: errors.format ?? null,
    },
  )}
${checkbox('pin', 'Pin the recordings, so that they never expire', form.has('pin'))}
${checkbox('original', 'Keep the times of the file (default: the newest becomes now)', form.has('original'))}</div></details>
<progress hidden aria-label="Upload"></progress><p class="small muted" data-progress role="status"></p>
<p class="row">${
    preview
      ? html`<button class="primary" name="step" value="import">Import</button> <button name="step" value="preview">Preview again</button>`
      : html`<button class="primary">Import</button>`
  }</p></form>`;
};
