import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { byteSize } from '../../platform/pages-shell/byte-size.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { csrfField } from '../../platform/pages-shell/form-parts.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { cutText, ms } from '../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { ListedCase } from '../service/listed-cases.ts';

/** Recordings of a page, all of which may be selected. */
export const MAX_SELECTED = 50;

const MAX_PATH_LENGTH = 120;
/** A session is recognized by its first characters; its title has all. */
const MAX_SESSION_LENGTH = 16;
/** Maximum tags of a row; the page of the recording has all. */
const MAX_TAGS = 3;
const MAX_TAG_LENGTH = 40;

interface TableOptions {
  request: PageRequest;
  appId: string;
  listed: readonly ListedCase[];
  /** Epoch ms. */
  now: number;
  foot: Html | false;
}

/** Recordings with what they are selected for; a reader who may not write sees them without. */
export function recordingsTable({ request, appId, listed, now, foot }: TableOptions): Html {
  const mayWrite = request.may('write');
  const table = html`<table class="requests cards">
<caption class="hidden">Recordings, newest first</caption>
<colgroup>${mayWrite && html`<col class="c-pick">`}<col><col class="c-status"><col class="c-mark"><col class="c-time"><col class="c-small"><col class="c-small"></colgroup>
<thead><tr>${mayWrite && html`<th scope="col"><label class="tick"><input type="checkbox" data-all="item"><span class="hidden">Select all on this page</span></label></th>`}<th scope="col">Request</th><th scope="col">Status</th><th scope="col">Session and tags</th><th scope="col">Recorded</th><th scope="col" class="number">Duration</th><th scope="col" class="number">Size</th></tr></thead>
<tbody>${listed.map((one) => row(one, { appId, now, mayWrite }))}</tbody></table>`;
  if (!mayWrite) return html`<div class="panel">${table}${foot}</div>`;
  return html`<form class="panel" method="post" action="${applicationPath(appId)}/recordings/selected">${table}
<input type="hidden" name="back" value="${request.url.search.slice(1)}">${csrfField(request)}
<div class="bulk"><strong><span data-selected>0</span> selected</strong><button name="do" value="pin">Pin</button><button name="do" value="unpin">Unpin</button><button class="danger" name="do" value="delete" data-confirm="Delete the selected recordings permanently?">Delete</button></div>
${foot}</form>`;
}

function row(
  { head, path, size }: ListedCase,
  { appId, now, mayWrite }: { appId: string; now: number; mayWrite: boolean },
): Html {
  const { caseId, method, operation, status, durationMs, recordedAt, pinned, unreadable } = head;
  const shownPath = path ?? operation;
  const name = visibleText(`${method} ${cutText(shownPath, MAX_PATH_LENGTH)}`.trim());
  return html`<tr>${mayWrite && html`<td class="pick"><label class="tick"><input type="checkbox" name="item" value="${caseId}"><span class="hidden">Select ${name}</span></label></td>`}
<th scope="row"><span class="path"><a class="cut" href="/console/cases/${encodeURIComponent(caseId)}" title="${visibleText(shownPath)}">${endpointName(method, cutText(shownPath, MAX_PATH_LENGTH))}</a>${
    unreadable ? badge('Unreadable', 'bad') : pinned ? badge(html`${icon('pin')} Pinned`) : html`<span></span>`
  }</span></th>
<td data-label="Status">${statusCode(status)}</td>
<td class="wide" data-label="Session">${sessionAndTags(appId, head)}</td>
<td>${relativeTime(recordedAt, now)}</td>
<td class="number" data-label="Duration">${ms(durationMs)}</td>
<td class="number" data-label="Size">${size === null ? NONE : byteSize(size)}</td></tr>
`;
}

const NONE = html`<span class="muted">–</span>`;

/** A status, with the colour of an error. */
export const statusCode = (status: number | null): Html => {
  if (status === null) return NONE;
  const tone = status >= 500 ? 'bad-text' : status >= 400 ? 'warn-text' : '';
  return html`<span class="mono ${tone}">${status}</span>`;
};

function sessionAndTags(appId: string, { session, tags }: CaseHead): Html {
  const all = Object.entries(tags).map(([name, value]) => `${name}=${value}`);
  if (session === null && all.length === 0) return NONE;
  const shown = all.slice(0, MAX_TAGS).map((tag) => cutText(tag, MAX_TAG_LENGTH));
  const left = all.length - shown.length;
  return html`<span>${session !== null && sessionLink(appId, session)} <span class="small muted">${visible(shown.join(' '))}${left > 0 && ` and ${left} more`}</span></span>`;
}

/** A session, with a link to its recordings. */
export const sessionLink = (appId: string, session: string): Html =>
  html`<a href="${applicationPath(appId)}/recordings?${new URLSearchParams({ session })}" title="${visibleText(session)}">${visible(cutText(session, MAX_SESSION_LENGTH))}</a>`;
