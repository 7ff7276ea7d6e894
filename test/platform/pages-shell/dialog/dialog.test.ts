import { html } from 'hono/html';
import { describe, expect, test } from 'vitest';
import { dialog } from '../../../../functions/platform/pages-shell/dialog/dialog.ts';
import { layout } from '../../../../functions/platform/pages-shell/layout.ts';

const shown = (isAbove: boolean) =>
  layout({
    title: 'Users',
    request: null,
    body: html`<p>Below</p>`,
    ...(isAbove && {
      dialog: dialog({
        request: { csrf: 'token' },
        title: '<Invite>',
        action: '/console/users/invite',
        body: html`<input name="addresses">`,
        submit: html`<button class="primary">Send</button>`,
        cancel: { href: '/console/users#invite' },
      }),
    }),
  });

describe('a dialog', () => {
  test('is open from the server, with its title, its token and the way back', async () => {
    const text = String(await shown(true));
    expect(text).toMatch(
      /<dialog [^>]*open aria-labelledby="dialog-title">.*<h2 id="dialog-title">&lt;Invite&gt;<\/h2>/s,
    );
    expect(text).toContain('name="csrf" value="token"');
    expect(text).toContain('<a class="button" href="/console/users#invite" data-cancel>Cancel</a>');
  });

  test('makes the page below it inert: header, skip link and content', async () => {
    const [, below = '', above = ''] = String(await shown(true)).split(/<div inert>|<dialog /);
    for (const part of ['class="skip"', '<header', '<main', 'Below']) expect(below).toContain(part);
    expect(above).not.toContain('<main');
  });

  test('leaves a page without one as it is', async () => {
    expect(String(await shown(false))).not.toMatch(/inert|<dialog/);
  });
});
