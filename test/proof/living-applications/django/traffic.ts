import type { AppUser } from '../app-user.ts';

/** The password of every user that the proof creates. */
export const PASSWORD = 'Correct-Horse-9-Battery';

/** Two administrators work on one site: accounts, groups, pages and redirects; visitors read the pages. */
export async function djangoTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  await guest.send('GET', '/admin/');
  await login(ann, 'ann');
  await login(ben, 'ben');
  const group = await save(ann, '/admin/auth/group/add/', { name: 'Editors' });
  await save(ben, '/admin/auth/group/add/', { name: 'Readers' });
  await ann.send('GET', '/admin/auth/group/');
  await ann.send('GET', group);
  const carla = await save(ben, '/admin/auth/user/add/', {
    username: 'carla',
    password1: PASSWORD,
    password2: PASSWORD,
  });
  await ben.send('GET', carla);
  await ann.send('GET', '/admin/auth/user/');
  await ann.send('GET', '/admin/auth/user/?q=carla');
  await ann.send('GET', '/admin/auth/user/?o=-1');
  await pages(ann, ben, guest);
  await ann.send('GET', '/admin/auth/user/add/');
  await submit(ann, '/admin/auth/user/add/', { username: 'ann', password1: PASSWORD, password2: PASSWORD });
  await ben.send('GET', '/admin/');
  await ben.send('GET', `${group.replace('change/', 'history/')}`);
  await ann.send('GET', group.replace('change/', 'delete/'));
  await submit(ann, group.replace('change/', 'delete/'), { post: 'yes' });
  await ben.send('GET', group);
  await ben.send('GET', '/admin/auth/group/');
  await ann.send('GET', '/admin/logout/');
  await ann.send('GET', '/admin/auth/group/');
  await guest.send('GET', '/admin/login/?next=/admin/');
  await submit(guest, '/admin/login/?next=/admin/', { username: 'ann', password: 'wrong', next: '/admin/' });
  await login(guest, 'ann');
  await guest.send('GET', '/admin/');
  await guest.send('GET', '/admin/logout/');
  await ben.send('GET', '/admin/password_change/');
  await ben.send('GET', '/admin/logout/');
}

async function pages(ann: AppUser, ben: AppUser, guest: AppUser): Promise<void> {
  const about = { url: '/about/', title: 'About', content: 'We sell bread.', sites: '1' };
  const page = await save(ann, '/admin/flatpages/flatpage/add/', about);
  await save(ben, '/admin/flatpages/flatpage/add/', { ...about, url: '/prices/', title: 'Prices' });
  await ann.send('GET', '/admin/flatpages/flatpage/');
  await save(ben, '/admin/redirects/redirect/add/', { site: '1', old_path: '/old/', new_path: '/about/' });
  await guest.send('GET', '/old/');
  await save(ben, page, { ...about, content: 'We sell bread and milk.' });
  await ann.send('GET', page);
  await ann.send('GET', page.replace('change/', 'history/'));
  for (const path of ['/about/', '/prices/']) await guest.send('GET', path);
  await guest.send('GET', '/none/', { expect: 404 });
}

async function login(user: AppUser, name: string): Promise<void> {
  await user.send('GET', '/admin/login/?next=/admin/');
  await submit(user, '/admin/login/?next=/admin/', { username: name, password: PASSWORD, next: '/admin/' });
  await user.send('GET', '/admin/');
}

/** Opens a form, sends it, and returns the page of what was saved. */
async function save(user: AppUser, path: string, fields: Record<string, string>): Promise<string> {
  await user.send('GET', path);
  return submit(user, path, { ...fields, _continue: 'Save and continue editing' });
}

/** Sends a form with the token of the page that was opened last; returns where it leads. */
async function submit(user: AppUser, path: string, fields: Record<string, string>): Promise<string> {
  const page = user.page();
  const [, token = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page) ?? [];
  const { headers } = await user.send('POST', path, { form: { csrfmiddlewaretoken: token, ...fields } });
  return headers.get('location') ?? path;
}
