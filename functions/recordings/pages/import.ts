import { html } from 'hono/html';
import * as v from 'valibot';
import { RECORDER_BODY } from '../../platform/http/api.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { linesOf, textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { Work } from '../../platform/world.ts';
import type { RecordingServices } from '../composition.ts';
import { RULE_NAMES } from '../domain/filter/filter-rules.ts';
import { lighterHarJob } from '../domain/importers/lighter-har.ts';
import { ImportAnswer, type Imported, leftOutOf } from './import-answer.ts';
import { FILTER_FIELDS, importPreview, withoutCredentials } from './import-preview.ts';
import { importedRules } from './imported-rules.ts';
import { firstSteps } from './parts/first-steps.ts';
import { formatOf, uploadForm } from './parts/import-form.ts';
import { probableTarget } from './probable-target.ts';

/** Bytes of a file of recordings (interface 1). */
const MAX_FILE_BYTES = RECORDER_BODY.maxBytes;
/** What a file with more says. */
const TOO_LARGE =
  'the file has more than 6 MiB, the static files of a HAR not counted; npm run -s replay -- import sends a file of any size in parts';
/** A form with several files, or with a HAR that has static files, is larger. */
const MAX_BYTES = 30 * 1024 * 1024;
const MAX_SHOWN = 20;
const FIELDS = ['appId', 'format', 'file', ...FILTER_FIELDS];

const importPage = (path: string): Page<Pick<RecordingServices, 'work'>> => ({
  method: 'POST',
  path,
  scope: 'record',
  maxBytes: MAX_BYTES,

  async answer(request, { work }) {
    const { form } = request;
    const appId = request.params.appId ?? textOf(form, 'appId');
    const files = form.getAll('file').filter((file) => typeof file !== 'string' && file.name !== '');
    const shown = { request, appId, imported: [], errors: {} };
    if (appId === '') return page({ ...shown, appId: null, errors: { appId: 'Enter a name for the application.' } });
    if (files.length === 0) return page({ ...shown, errors: { file: 'Choose a file.' } });
    const each = async (isPreview: boolean) => {
      const imported: Imported[] = [];
      for (const file of files)
        if (typeof file !== 'string') imported.push(await take(request, work, { appId, file, isPreview }));
      return imported;
    };
    const lacksHost = form.has('choosesHosts') && textsOf(form, 'hosts').length === 0;
    if (!form.has('confirmed') || textOf(form, 'step') === 'preview' || lacksHost) {
      const imported = await each(true);
      const errors = lacksHost ? { hosts: 'Choose at least one host.' } : errorsOfOnly(imported);
      const leavesOut = imported.some((one) => 'leftOut' in one && one.leftOut.length > 0);
      // What would be taken whole needs no second step.
      if (leavesOut || form.has('confirmed'))
        return page({ ...shown, errors, preview: importPreview(request, imported, errors) });
    }
    const imported = await each(false);
    return page({ ...shown, imported, errors: errorsOfOnly(imported) });
  },
});

/** The refusal of the only file belongs to a field. */
function errorsOfOnly(imported: readonly Imported[]): FieldErrors {
  const [only] = imported;
  return errorsOf(imported.length === 1 && only && 'refused' in only ? only.refused : null, FIELDS);
}

/** The bytes of a file as they are sent on: of a HAR that is too large, without what is left out anyway. */
async function bytesOf(file: File, format: string, keep: readonly string[], work: Work): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (format !== 'har' || bytes.byteLength <= MAX_FILE_BYTES) return bytes;
  const rules = RULE_NAMES.filter((rule) => keep.includes(rule));
  const size = bytes.byteLength;
  const lighter = await work.run(lighterHarJob, async () => ({ bytes, keep: rules }), { bytes: size, urgent: true });
  return lighter.ok ? lighter.value.bytes : null;
}

interface Taken {
  appId: string;
  file: File;
  isPreview: boolean;
}

async function take(request: PageRequest, work: Work, { appId, file, isPreview }: Taken): Promise<Imported> {
  const { name } = file;
  const { form } = request;
  const format = formatOf(textOf(form, 'format'), name);
  if (format === '') return { name, refused: 'the file name does not show the format; choose the format' };
  const bytes = await bytesOf(file, format, textsOf(form, 'keep'), work);
  if (bytes === null || bytes.byteLength > MAX_FILE_BYTES) return { name, refused: TOO_LARGE };
  const answer = await request.ask('POST', '/api/recorder/imports', {
    query: {
      appId,
      format,
      ...(form.has('pin') && { pin: 'true' }),
      ...(form.has('original') && { recordedAt: 'original' }),
      ...(isPreview && { preview: 'true' }),
      hosts: textsOf(form, 'hosts'),
      keep: textsOf(form, 'keep'),
      include: linesOf(form, 'include'),
      exclude: linesOf(form, 'exclude'),
    },
    bytes,
  });
  const refused = refusalOf(answer);
  return refused === null ? { name, ...v.parse(ImportAnswer, answer.body) } : { name, refused };
}

interface Shown {
  request: PageRequest;
  appId: string | null;
  imported: readonly Imported[];
  errors: FieldErrors;
  preview?: Html;
}

function page({ request, appId, imported, errors, preview }: Shown) {
  const isNew = request.params.appId === undefined;
  const path = appId === null ? null : applicationPath(appId);
  const failed = Object.keys(errors).length > 0;
  const isTaken = imported.some((one) => 'accepted' in one && one.accepted + one.duplicates > 0);
  const target = probableTarget(imported.flatMap((one) => ('hosts' in one ? one.hosts : [])));
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
      body: html`${imported.map((one) => outcome(request, appId, one))}
${
  path &&
  isTaken &&
  html`${firstSteps(2)}<p class="row">${request.may('write') && html`<a class="button primary" href="${path}/replays/new${target && `?${new URLSearchParams({ targetEnv: target })}`}">Start a run</a>`} <a class="button" href="${path}/recordings">Show recordings of ${visible(appId ?? '')}</a></p>
<h2>Import more</h2>`
}
<div class="panel pad">${uploadForm({ request, action: path && isTaken ? `${path}/import` : request.url.pathname, appId: isNew && !isTaken ? null : appId, errors, preview: preview ?? null })}</div>`,
    }),
  };
}

function outcome(request: PageRequest, appId: string | null, one: Imported): Html {
  if ('refused' in one)
    return html`<div class="notice bad" role="alert"><strong>${visible(one.name)}</strong> was not imported: ${visible(one.refused)}. Nothing was stored.</div>`;
  const { name, accepted, duplicates, rejected } = one;
  const isEmpty = accepted + duplicates === 0;
  const without = leftOutOf(one) + rejected.length;
  return html`<div class="notice ${accepted > 0 ? 'good' : 'info'}" role="status"><p><strong>${visible(name)}</strong>: ${accepted} imported, ${duplicates} already there, ${without} left out.${isEmpty && (without > 0 ? ' There is nothing to replay.' : ' The file contains no request.')}</p>
${importedRules(request, one, appId)}${without > 0 && reasons(one, isEmpty)}</div>${one.lacksCredentials && withoutCredentials(name)}`;
}

const reasons = ({ leftOut, rejected }: ImportAnswer, isOpen: boolean): Html =>
  html`<details${isOpen && html` open`}><summary>Reasons</summary><ul>${leftOut.map(({ reason, count }) => html`<li>${reason}: ${count}</li>`)}${rejected
    .slice(0, MAX_SHOWN)
    .map(({ index, reason }) => html`<li>Request ${index + 1}: ${visible(reason)}</li>`)}</ul>${
    rejected.length > MAX_SHOWN && html`<p>And ${rejected.length - MAX_SHOWN} more.</p>`
  }</details>`;

/** Imports recordings into a new application, or the one entered. */
export const importAnywhere: Page<Pick<RecordingServices, 'work'>> = importPage('/console/import');

/** Imports recordings into this application. */
export const importIntoApplication: Page<Pick<RecordingServices, 'work'>> = importPage('/console/apps/{appId}/import');
