import type { Page } from '../../platform/http/pages/page-route.ts';
import { shortcutsCookie } from '../../platform/http/pages/shortcuts-cookie.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { SHORTCUTS_PATH } from '../../platform/pages-shell/shortcuts/shortcuts-form.ts';

/** Turns keyboard shortcuts off or on in this browser, and returns to the page with the button. */
export const setShortcuts: Page = {
  method: 'POST',
  path: SHORTCUTS_PATH,
  scope: null,

  async answer(request) {
    const wanted = request.form.get('shortcuts');
    if (wanted !== 'on' && wanted !== 'off') return { html: problemPage('bad-form', request), status: 400 };
    return { location: request.back, cookies: [shortcutsCookie(wanted === 'off', request)] };
  },
};
