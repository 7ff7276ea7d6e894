import { html } from 'hono/html';
import type { Html, PageRequest } from '../http/pages/page-route.ts';
import type { PageProblem } from '../http/pages/page-routes.ts';
import { layout } from './layout.ts';

/** The title of each problem, and what the reader can do about it. */
const WORDS: Readonly<Record<PageProblem, { title: string; text: string }>> = {
  'not-found': { title: 'There is no such page', text: 'It may have been deleted, or it has expired.' },
  'wrong-method': {
    title: 'There is no page here, only a form’s end',
    text: 'Nothing was changed. Open the page that the form is on, and send it from there.',
  },
  forbidden: {
    title: 'You may not do this',
    text: 'Your role does not include it. An admin can give you another role.',
  },
  'bad-form': {
    title: 'This form has expired',
    text: 'Nothing was changed. Go back, load the page again and send the form once more.',
  },
  'too-large': { title: 'This is too large', text: 'Nothing was changed. Files may have 6 MiB, other forms 1 MiB.' },
  'too-slow': { title: 'This took too long', text: 'Nothing was changed. Send it again over a faster connection.' },
  busy: { title: 'The service is busy', text: 'Nothing was changed. Send it again in a second.' },
  'bad-link': { title: 'This link is of no use any more', text: 'Begin at the first page of the list again.' },
  'disk-full': {
    title: 'The disk of the service is full',
    text: 'Nothing was changed. Deleting recordings makes room; ask the operator of the service.',
  },
  unreadable: {
    title: 'This recording cannot be read',
    text: 'What is stored of it is damaged. Replays count it as a request without result.',
  },
  damaged: {
    title: 'Stored data is damaged',
    text: 'This page needs data that is not as it was written. The service’s log names the row under this answer’s x-request-id.',
  },
  fault: {
    title: 'The service failed',
    text: 'The request may be repeated. If it fails again, the service’s log says why under this answer’s x-request-id.',
  },
};

/** The page shown in place of the requested one. */
export const problemPage = (problem: PageProblem, request: PageRequest | null): Html =>
  layout({
    title: WORDS[problem].title,
    request,
    body: html`<p>${WORDS[problem].text}</p>${problem === 'forbidden' && request?.isGuest && logIn(request)}<p><a href="/console">To the applications</a></p>`,
  });

const logIn = ({ back }: PageRequest): Html =>
  html`<p><a class="button primary" href="/console/login?next=${encodeURIComponent(back)}">Log in</a> Guests may only read; who you are may include this.</p>`;
