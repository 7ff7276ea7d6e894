import type { Answer, Visitor } from './visitor.ts';

const formToken = ({ text }: Answer): string => /name="authenticity_token" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** The path of a redirect, which may be an absolute address. */
const redirectOf = (answer: Answer): string => new URL(answer.header('location'), 'http://shop.test').pathname;

/** A person with a browser: forms with tokens, redirects after posts, and pages that did not change. */
export async function webVisit({ send }: Visitor, user: number): Promise<void> {
  const email = `writer${user}@notes.test`;
  await send(302, { path: '/web/notes' });
  const login = await send(200, { path: '/web/login' });
  const account = { authenticity_token: formToken(login), email };
  await send(422, { method: 'POST', path: '/web/login', form: { ...account, password: 'guessed' } });
  const entered = await send(302, {
    method: 'POST',
    path: '/web/login',
    form: { ...account, password: `pw of ${email}` },
  });
  const notes = await send(200, { path: redirectOf(entered) });
  const token = { authenticity_token: formToken(notes) };
  await send(422, { method: 'POST', path: '/web/notes', form: { ...account, title: 'With the old token' } });
  const form = { ...token, title: `Trip ${user % 7} to the sea`, text: 'Pack a towel & a hat' };
  const stored = await send(303, { method: 'POST', path: '/web/notes', form });
  const shown = await send(200, { path: redirectOf(stored) });
  await send(304, { path: redirectOf(stored), headers: { 'if-none-match': shown.header('etag') } });
  const changed = { ...token, text: 'Pack two towels' };
  const after = await send(303, { method: 'POST', path: redirectOf(stored), form: changed });
  await send(200, { path: redirectOf(after) });
  await send(200, { path: '/web/notes' });
  await send(404, { path: `/web/notes/never-written-${user}` });
  await send(303, { method: 'POST', path: '/web/logout', form: token });
  await send(302, { path: '/web/notes' });
}
