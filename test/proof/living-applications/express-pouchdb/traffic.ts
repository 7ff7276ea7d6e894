import type { AppUser } from '../app-user.ts';

/** Two people write notes into two databases, change and delete them, and read them by id, by view and by changes. */
export async function pouchTraffic(visit: () => AppUser): Promise<void> {
  const [ann, ben] = [visit(), visit()];
  await ann.send('GET', '/');
  await ann.send('PUT', '/notes');
  await ann.send('PUT', '/notes', { expect: 412 });
  await ben.send('PUT', '/journal');
  await ben.send('GET', '/_all_dbs');
  const revs = await writeNotes(ann, ben);
  await changeNotes(ann, ben, revs);
  await readNotes(ann, ben);
  await ann.send('GET', '/_session');
  await ben.send('DELETE', '/journal');
  await ben.send('GET', '/journal', { expect: 404 });
  await ann.send('GET', '/_all_dbs');
  await ann.send('GET', '/_uuids?count=3');
}

async function writeNotes(ann: AppUser, ben: AppUser): Promise<Map<string, string>> {
  const revs = new Map<string, string>();
  for (const [user, id, text] of [
    [ann, 'n-bread', 'Buy bread'],
    [ben, 'n-milk', 'Buy milk'],
    [ann, 'n-rent', 'Pay the rent'],
  ] as const) {
    const doc = { kind: 'task', text, at: new Date().toISOString() };
    const { body } = await user.send('PUT', `/notes/${id}`, { body: doc });
    revs.set(id, body.rev);
    await ben.send('GET', `/notes/${id}`);
  }
  for (const text of ['It rained', 'The cat came back', 'A letter', 'A parcel', 'It snowed']) {
    const { body } = await ben.send('POST', '/notes', { body: { kind: 'remark', text } });
    revs.set(body.id, body.rev);
    await ann.send('GET', `/notes/${body.id}`);
  }
  await ann.send('POST', '/notes/_bulk_docs', {
    body: {
      docs: [
        { kind: 'task', text: 'one' },
        { kind: 'task', text: 'two' },
        { _id: 'n-milk', text: 'conflict' },
      ],
    },
  });
  await ann.send('GET', '/notes');
  await ben.send('POST', '/journal', { body: { day: 'Monday' } });
  return revs;
}

async function changeNotes(ann: AppUser, ben: AppUser, revs: Map<string, string>): Promise<void> {
  const bread = revs.get('n-bread');
  const changed = await ben.send('PUT', '/notes/n-bread', {
    body: { _rev: bread, kind: 'task', text: 'Buy rye bread' },
  });
  await ann.send('PUT', '/notes/n-bread', { body: { _rev: bread, kind: 'task', text: 'Too late' }, expect: 409 });
  await ann.send('GET', `/notes/n-bread?rev=${bread}`);
  await ann.send('GET', '/notes/n-bread?revs=true');
  await ann.send('PUT', '/notes/n-bread', { body: { _rev: changed.body.rev, kind: 'task', text: 'Buy two breads' } });
  await ben.send('GET', '/notes/n-bread?revs_info=true');
  await ben.send('DELETE', `/notes/n-rent?rev=${revs.get('n-rent')}`);
  await ann.send('GET', '/notes/n-rent', { expect: 404 });
  for (const [id, rev] of [...revs].slice(3, 5)) {
    await ann.send('PUT', `/notes/${id}`, { body: { _rev: rev, kind: 'remark', text: 'Changed' } });
    await ben.send('GET', `/notes/${id}`);
  }
  await ben.send('POST', '/notes/_revs_diff', { body: { 'n-bread': [bread, '9-0123456789abcdef0123456789abcdef'] } });
}

async function readNotes(ann: AppUser, ben: AppUser): Promise<void> {
  const views = { kinds: { map: 'function (doc) { emit(doc.kind, doc.text); }', reduce: '_count' } };
  await ann.send('PUT', '/notes/_design/by', { body: { language: 'javascript', views } });
  for (const path of [
    '/notes/_all_docs',
    '/notes/_all_docs?include_docs=true',
    '/notes/_all_docs?startkey=%22n-%22&endkey=%22n-z%22',
    '/notes/_all_docs?key=%22n-milk%22',
    '/notes/_changes',
    '/notes/_changes?since=3&include_docs=true',
    '/notes/_changes?descending=true&limit=2',
    '/notes/_design/by/_view/kinds?reduce=false',
    '/notes/_design/by/_view/kinds?group=true',
    '/notes/_design/by/_view/kinds?key=%22remark%22&reduce=false&include_docs=true',
    '/notes',
  ])
    await ann.send('GET', path);
  await ben.send('POST', '/notes/_all_docs', { body: { keys: ['n-milk', 'n-none'] } });
}
