import type { AppUser } from '../app-user.ts';

export const PASSWORD = 'a-password-of-the-proof';
const XML = { 'content-type': 'application/xml; charset=utf-8' };
const ICS = { 'content-type': 'text/calendar; charset=utf-8' };

/** Two people keep calendars and an address book; each sees the own ones only. */
export async function radicaleTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben, guest] = [visit(), visit(), visit()];
  await guest.send('PROPFIND', '/ann/', { headers: { depth: '0' }, expect: 401 });
  for (const [user, name] of [
    [ann, 'ann'],
    [ben, 'ben'],
  ] as const) {
    user.always.authorization = `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
    await find(user, '/', '0', '<current-user-principal/>');
    await find(user, `/${name}/`, '1', '<resourcetype/><displayname/>');
  }
  await ann.send('MKCALENDAR', '/ann/work/', { headers: XML, body: calendar('Work') });
  await ben.send('MKCALENDAR', '/ben/private/', { headers: XML, body: calendar('Private') });
  await ben.send('PROPFIND', '/ann/work/', { headers: { depth: '0' }, expect: 403 });
  await events(ann, '/ann/work/', ['lunch', 'meeting', 'travel']);
  await events(ben, '/ben/private/', ['dentist', 'party']);
  await changes(ann);
  await ben.send('GET', '/ben/private/dentist.ics');
  await find(ben, '/ben/private/', '1', '<getetag/><displayname/><getcontenttype/>');
  await ben.send('PROPPATCH', '/ben/private/', { headers: XML, body: renamed('My own') });
  await find(ben, '/ben/private/', '0', '<displayname/>');
  await ben.send('GET', '/ben/private/party.ics');
  await ben.send('DELETE', '/ben/private/party.ics');
  await ben.send('GET', '/ben/private/party.ics', { expect: 404 });
  await find(ben, '/ben/private/', '1', '<getetag/>');
  await report(ben, '/ben/private/', '20261101T000000Z', '20261201T000000Z');
  await ben.send('DELETE', '/ben/private/');
  await ben.send('GET', '/ben/private/', { expect: 404 });
  await find(ben, '/ben/', '1', '<resourcetype/><displayname/>');
}

async function events(user: AppUser, path: string, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    await user.send('PUT', `${path}${name}.ics`, {
      headers: { ...ICS, 'if-none-match': '*' },
      body: event(name, at + 1),
    });
    await user.send('GET', `${path}${name}.ics`);
    await find(user, path, '1', '<getetag/>');
  }
}

async function changes(ann: AppUser): Promise<void> {
  const { headers } = await ann.send('GET', '/ann/work/meeting.ics');
  const etag = headers.get('etag') ?? '';
  await ann.send('PUT', '/ann/work/meeting.ics', { headers: { ...ICS, 'if-match': etag }, body: event('meeting', 9) });
  await ann.send('PUT', '/ann/work/meeting.ics', {
    headers: { ...ICS, 'if-match': etag },
    body: event('meeting', 8),
    expect: 412,
  });
  await ann.send('HEAD', '/ann/work/meeting.ics');
  const first = await sync(ann, '');
  await ann.send('DELETE', '/ann/work/lunch.ics');
  const [, token = ''] = /<sync-token>([^<]+)</.exec(first) ?? [];
  await sync(ann, token);
  await ann.send('GET', '/ann/work/lunch.ics', { expect: 404 });
  await ann.send('GET', '/ann/work/');
  await report(ann, '/ann/work/', '20261101T000000Z', '20261105T000000Z');
  await report(ann, '/ann/work/', '20261101T000000Z', '20271105T000000Z');
  await find(ann, '/ann/work/', '1', '<getetag/><getcontentlength/>');
}

const DAV = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';

const find = (user: AppUser, path: string, depth: string, props: string) =>
  user.send('PROPFIND', path, {
    headers: { ...XML, depth },
    body: `<propfind ${DAV}><prop>${props}</prop></propfind>`,
  });

const report = (user: AppUser, path: string, start: string, end: string) =>
  user.send('REPORT', path, {
    headers: { ...XML, depth: '1' },
    body: `<C:calendar-query ${DAV}><prop><getetag/><C:calendar-data/></prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${start}" end="${end}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
  });

async function sync(user: AppUser, token: string): Promise<string> {
  const body = `<sync-collection ${DAV}><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag/></prop></sync-collection>`;
  return (await user.send('REPORT', '/ann/work/', { headers: { ...XML, depth: '0' }, body })).text;
}

const calendar = (name: string) =>
  `<C:mkcalendar ${DAV}><set><prop><displayname>${name}</displayname></prop></set></C:mkcalendar>`;

const renamed = (name: string) =>
  `<propertyupdate ${DAV}><set><prop><displayname>${name}</displayname></prop></set></propertyupdate>`;

const event = (name: string, day: number) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//proof//EN',
    'BEGIN:VEVENT',
    `UID:${name}@example.com`,
    'DTSTAMP:20261101T080000Z',
    `DTSTART:202611${String(day).padStart(2, '0')}T090000Z`,
    `SUMMARY:${name[0]?.toUpperCase()}${name.slice(1)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
