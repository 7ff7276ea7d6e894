import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import type { PageProblem } from '../http/pages/page-routes.ts';
import { layout } from './layout.ts';

/** The title of each problem, and what the reader can do about it. */
const TEXTS: Readonly<Record<PageProblem, { title: string; text: string }>> = {
  'not-found': { title: 'There is no such page', text: 'It may have been deleted, or it has expired.' },
  'wrong-method': {
    title: 'This address only accepts a form',
    text: 'Nothing was changed. Open the page of the form and send it from there.',
  },
  forbidden: {
    title: 'Permission denied',
    text: 'Your role does not include this. Ask an administrator for another role.',
  },
  'bad-form': {
    title: 'This form has expired',
    text: 'Nothing was changed. Go back, reload the page and send the form again.',
  },
  'too-large': {
    title: 'The form is too large',
    text: 'Nothing was changed. The limit is 30 MiB for files of recordings and 1 MiB for other forms. The command replay import sends larger files in parts.',
  },
  'too-slow': {
    title: 'The upload took too long',
    text: 'Nothing was changed. Send it again over a faster connection.',
  },
  busy: { title: 'The service is busy', text: 'Nothing was changed. Try again in a second.' },
  'bad-link': { title: 'This link has expired', text: 'Start again at the first page of the list.' },
  'disk-full': {
    title: 'The disk of the service is full',
    text: 'Nothing was changed. Delete recordings to free space, or ask the operator of the service.',
  },
  unreadable: {
    title: 'This recording cannot be read',
    text: 'Its stored data is damaged. Runs count it as a request without a result.',
  },
  damaged: {
    title: 'Stored data is damaged',
    text: 'This page needs data that has changed since it was written. The log of the service names the row by the x-request-id of this response.',
  },
  fault: {
    title: 'The service failed',
    text: 'Try again. If it fails again, the log of the service gives the reason by the x-request-id of this response.',
  },
};

/** The page shown in place of the requested one. */
export const problemPage = (problem: PageProblem, request: PageRequest | null): Html =>
  layout({
    title: TEXTS[problem].title,
    request,
    body: html`<p>${TEXTS[problem].text}</p>${problem === 'forbidden' && request?.isGuest && logIn(request)}<p><a href="/console">Show applications</a></p>`,
  });

const logIn = ({ back }: PageRequest): Html =>
  html`<p><a class="button primary" href="/console/login?next=${encodeURIComponent(back)}">Log in</a> Guests can only read.</p>`;
