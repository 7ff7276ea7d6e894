import type { TrafficClient } from '../traffic-client.ts';

const LISTS = [
  'config',
  'config/version',
  'extensions',
  'foreign-tables',
  'functions?included_schemas=app',
  'indexes?included_schemas=app',
  'materialized-views',
  'policies',
  'publications',
  'roles',
  'schemas',
  'tables?included_schemas=app',
  'triggers',
  'types?included_schemas=app',
  'views?included_schemas=app',
  'column-privileges?included_schemas=app',
  'table-privileges?included_schemas=app',
  'columns?included_schemas=app',
];

/** Somebody builds a schema in a database's editor: tables, columns, keys, views, functions, policies and queries. */
export async function postgresMetaTraffic(client: TrafficClient): Promise<void> {
  const { send } = client;
  const { body: schema } = await send('POST', '/schemas', { body: { name: 'app', owner: 'shop' } });
  await send('POST', '/schemas', { body: { name: 'app', owner: 'shop' }, expect: 400 });
  const table = await customers(client);
  await rows(client);
  await codeAndRights(client, table);
  for (const list of LISTS) await send('GET', `/${list}`);
  for (const language of ['typescript', 'go', 'python', 'swift'])
    await send('GET', `/generators/${language}?included_schemas=app`);
  await send('GET', `/tables/${table}`);
  await send('GET', '/tables/1', { expect: 404 });
  await send('GET', '/nothing', { expect: 404 });
  await send('PATCH', `/tables/${table}`, { body: { name: 'clients', comment: 'All of them', rls_enabled: true } });
  await send('GET', `/schemas/${schema.id}`);
  await send('DELETE', `/tables/${table}?cascade=true`);
  await send('PATCH', `/schemas/${schema.id}`, { body: { name: 'former' } });
  await send('DELETE', `/schemas/${schema.id}?cascade=true`);
  await send('GET', '/schemas');
}

async function customers({ send }: TrafficClient): Promise<number> {
  const { body } = await send('POST', '/tables', { body: { schema: 'app', name: 'customers', comment: 'Who buys' } });
  const columns = [
    { name: 'id', type: 'int8', is_primary_key: true, is_identity: true, identity_generation: 'BY DEFAULT' },
    { name: 'name', type: 'text', is_nullable: false },
    { name: 'tier', type: 'text', default_value: 'basic', check: "tier in ('basic', 'gold')" },
    { name: 'since', type: 'timestamptz', default_value: 'now()', default_value_format: 'expression' },
    { name: 'spent', type: 'numeric' },
  ];
  const ids: string[] = [];
  for (const column of columns) {
    const created = await send('POST', '/columns', { body: { table_id: body.id, ...column } });
    ids.push(created.body.id);
  }
  await send('POST', '/columns', { body: { table_id: body.id, name: 'name', type: 'text' }, expect: 400 });
  await send('POST', '/columns', { body: { table_id: body.id, name: 'other', type: 'no_type' }, expect: 400 });
  await send('PATCH', `/columns/${ids[4]}`, { body: { name: 'total', comment: 'In euros', is_nullable: true } });
  await send('GET', `/columns/${ids[1]}`);
  await send('DELETE', `/columns/${ids[3]}`);
  return body.id;
}

async function rows({ send }: TrafficClient): Promise<void> {
  const queries = [
    "insert into app.customers (name, tier, total) values ('Ann', 'gold', 12.5), ('Bob', 'basic', 3) returning id",
    "update app.customers set total = total + 1 where name = 'Ann' returning *",
    'select * from app.customers order by id',
    'select tier, sum(total) as total, array_agg(name) as names from app.customers group by tier order by tier',
    "select '{\"a\": [1, null]}'::jsonb as json, true as yes, null as nothing, 1.5::float8 as half, '\\x00ff'::bytea as raw",
    'select 1 as one; select 2 as two',
    "delete from app.customers where name = 'Bob'",
    'select count(*) from app.customers',
  ];
  for (const query of queries) await send('POST', '/query', { body: { query } });
  await send('POST', '/query', { body: { query: 'select * from app.unknown' }, expect: 400 });
  await send('POST', '/query', { body: { query: "insert into app.customers (tier) values ('gold')" }, expect: 400 });
  await send('POST', '/query', { body: { query: 'selec 1' }, expect: 400 });
  await send('POST', '/query/format', { body: { query: 'select a,b from t where c=1' } });
  await send('POST', '/query/parse', { body: { query: 'select a from t' } });
}

async function codeAndRights({ send }: TrafficClient, table: number): Promise<void> {
  const definition = 'create view app.gold as select id, name from app.customers where tier = $$gold$$';
  await send('POST', '/query', { body: { query: definition } });
  const { body: f } = await send('POST', '/functions', {
    body: {
      schema: 'app',
      name: 'twice',
      args: ['n integer'],
      definition: 'select n * 2',
      return_type: 'integer',
      language: 'sql',
    },
  });
  await send('GET', `/functions/${f.id}`);
  await send('PATCH', `/functions/${f.id}`, { body: { name: 'double', schema: 'app', definition: 'select n + n' } });
  await send('DELETE', `/functions/${f.id}`);
  const policy = { schema: 'app', table: 'customers', name: 'own rows', action: 'PERMISSIVE', command: 'SELECT' };
  const { body: p } = await send('POST', '/policies', { body: { ...policy, definition: 'true' } });
  await send('GET', `/policies/${p.id}`);
  await send('PATCH', `/policies/${p.id}`, { body: { name: 'all rows' } });
  await send('DELETE', `/policies/${p.id}`);
  const { body: published } = await send('POST', '/publications', {
    body: { name: 'changes', publish_insert: true, tables: ['app.customers'] },
  });
  await send('PATCH', `/publications/${published.id}`, { body: { name: 'all_changes', publish_update: true } });
  await send('DELETE', `/publications/${published.id}`);
  const { body: role } = await send('POST', '/roles', { body: { name: 'reader', can_login: false } });
  await send('POST', '/table-privileges', {
    body: [{ relation_id: table, grantee: 'reader', privilege_type: 'SELECT' }],
  });
  await send('DELETE', '/table-privileges', {
    body: [{ relation_id: table, grantee: 'reader', privilege_type: 'SELECT' }],
  });
  await send('PATCH', `/roles/${role.id}`, { body: { name: 'viewer' } });
  await send('DELETE', `/roles/${role.id}`);
}
