import type { AppUser } from '../app-user.ts';

const PASSWORD = 'a-password-of-the-proof';

/** Two people write and change pages of a wiki; a visitor reads, searches and may not write. */
export async function dokuwikiTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  await guest.send('GET', '/doku.php?id=start');
  await guest.send('GET', '/doku.php?id=bread&do=edit');
  await login(ann, 'ann');
  await login(ben, 'ben');
  for (const [user, id, text] of [
    [ann, 'bread', '====== Bread ======\nOf rye, with [[milk]].\n'],
    [ben, 'milk', '====== Milk ======\nFrom the dairy.\n'],
    [ann, 'start', '====== Start ======\n  * [[bread]]\n  * [[milk]]\n'],
  ] as const) {
    await save(user, id, text);
    await guest.send('GET', `/doku.php?id=${id}`);
  }
  await save(ben, 'bread', '====== Bread ======\nOf rye or wheat, with [[milk]].\n');
  // No revisions of this page: two saves within one second are one, so that their number depends on the pace of the
  // requests.
  for (const user of [ann, guest])
    for (const action of ['backlink', 'export_raw', 'index', 'recent'])
      await user.send('GET', `/doku.php?id=bread&do=${action}`);
  await guest.send('GET', '/doku.php?do=search&q=rye&id=start');
  for (const user of [ann, guest]) await user.send('GET', '/doku.php?id=milk&do=revisions');
  await guest.send('GET', '/doku.php?id=none');
  await guest.send('GET', '/lib/exe/detail.php?id=start&media=none.png', { expect: 404 });
  await guest.send('GET', '/feed.php?type=rss2&mode=list');
  await guest.send('POST', '/lib/exe/ajax.php', { form: { call: 'qsearch', q: 'bread' } });
  await ben.send('GET', '/doku.php?id=milk&do=edit');
  await ann.send('GET', '/doku.php?id=milk&do=profile');
  await save(ann, 'milk', '');
  await guest.send('GET', '/doku.php?id=milk');
  for (const [user, name] of [
    [ann, 'ann'],
    [ben, 'ben'],
  ] as const) {
    const { text } = await user.send('GET', '/doku.php?id=start');
    const token = /do=logout&amp;sectok=(\w*)/.exec(text)?.[1] ?? '';
    await user.send('GET', `/doku.php?id=start&do=logout&sectok=${token}`);
    await user.send('GET', '/doku.php?id=bread&do=edit');
    if (name === 'ann') await login(user, name);
  }
  await ann.send('GET', '/doku.php?id=start');
}

async function login(user: AppUser, name: string): Promise<void> {
  await user.send('GET', '/doku.php?id=start&do=login', {});
  const form = { sectok: hidden(user, 'sectok'), id: 'start', do: 'login', u: name, p: PASSWORD, r: '1' };
  await user.send('POST', '/doku.php?id=start', { form });
}

async function save(user: AppUser, id: string, wikitext: string): Promise<void> {
  await user.send('GET', `/doku.php?id=${id}&do=edit`);
  const fields = ['sectok', 'rev', 'date', 'prefix', 'suffix', 'changecheck', 'target'];
  const form = Object.fromEntries(fields.map((name) => [name, hidden(user, name)]));
  await user.send('POST', `/doku.php?id=${id}`, {
    form: { ...form, id, wikitext, summary: 'changed', 'do[save]': '1' },
  });
}

const hidden = (user: AppUser, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(user.page())?.[1] ?? '';
