import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { formatOf, uploadForm } from './import-form.ts';

/** Each file of recordings may have 6 MiB (interface 1); a form with several of them is larger. */
const MAX_BYTES = 30 * 1024 * 1024;
const MAX_SHOWN = 20;

const Taken = v.object({
  accepted: v.number(),
  duplicates: v.number(),
  rejected: v.array(v.object({ index: v.number(), reason: v.string() })),
});

/** The result of one file. */
type Imported = { name: string } & (v.InferOutput<typeof Taken> | { refused: string });

const importPage = (path: string): Page => ({
  method: 'POST',
  path,
  scope: 'record',
  maxBytes: MAX_BYTES,

  async answer(request) {
    const appId = request.params.appId ?? textOf(request.form, 'appId');
    const files = request.form.getAll('file').filter((file) => typeof file !== 'string' && file.name !== '');
    if (appId === '') return page(request, null, [], { appId: 'An application is needed.' });
    if (files.length === 0) return page(request, appId, [], { file: 'A file is needed.' });
    const imported: Imported[] = [];
    for (const file of files) if (typeof file !== 'string') imported.push(await take(request, appId, file));
    const [only] = imported;
    const refused = imported.length === 1 && only && 'refused' in only ? only.refused : null;
    return page(request, appId, imported, errorsOf(refused, ['appId', 'format', 'file']));
  },
});

async function take(request: PageRequest, appId: string, file: File): Promise<Imported> {
  const { name } = file;
  const format = formatOf(textOf(request.form, 'format'), name);
  if (format === '') return { name, refused: 'the file name does not show the format; choose it' };
  const answer = await request.ask('POST', '/api/recorder/imports', {
    query: {
      appId,
      format,
      ...(request.form.has('pin') && { pin: 'true' }),
      ...(request.form.has('original') && { recordedAt: 'original' }),
    },
    bytes: new Uint8Array(await file.arrayBuffer()),
  });
  const refused = refusalOf(answer);
  return refused === null ? { name, ...v.parse(Taken, answer.body) } : { name, refused };
}

const page = (request: PageRequest, appId: string | null, imported: readonly Imported[], errors: FieldErrors) => {
  const isNew = request.params.appId === undefined;
  const path = appId === null ? null : applicationPath(appId);
  const failed = Object.keys(errors).length > 0;
  return {
    status: failed ? 422 : 200,
    html: layout({
      title: 'Import recordings',
      request,
      section: 'applications',
      trail: [
        { href: '/console', text: 'Applications' },
        ...(path && appId && !isNew ? [{ href: path, text: appId }] : []),
      ],
      body: html`${imported.map(outcome)}
${path && imported.some((one) => 'accepted' in one) && html`<p class="row"><a class="button" href="${path}/replays/new">Start a replay</a> <a class="button quiet" href="${path}/recordings">See the recordings of ${visible(appId ?? '')}</a></p>`}
${uploadForm({ request, action: request.url.pathname, appId: isNew ? null : appId, errors })}`,
    }),
  };
};

function outcome(one: Imported): Html {
  if ('refused' in one)
    return html`<div class="notice bad" role="alert"><strong>${visible(one.name)}</strong> was not taken in: ${visible(one.refused)}. Nothing of it was kept.</div>`;
  const { name, accepted, duplicates, rejected } = one;
  return html`<div class="notice ${accepted > 0 ? 'good' : 'info'}" role="status"><p><strong>${visible(name)}</strong>: ${accepted} taken in, ${duplicates} known already, ${rejected.length} left out.</p>
${
  rejected.length > 0 &&
  html`<details><summary>Why some were left out</summary><ul>${rejected
    .slice(0, MAX_SHOWN)
    .map(({ index, reason }) => html`<li>Entry ${index + 1}: ${visible(reason)}</li>`)}</ul>${
    rejected.length > MAX_SHOWN && html`<p>And ${rejected.length - MAX_SHOWN} more.</p>`
  }</details>`
}</div>`;
}

/** Imports recordings into a new application, or the one entered. */
export const importAnywhere: Page = importPage('/console/import');

/** Imports recordings into this application. */
export const importIntoApplication: Page = importPage('/console/apps/{appId}/import');
