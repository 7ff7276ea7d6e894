import { expect, test } from 'vitest';
import { plainMask } from '../../../../functions/recordings/domain/masks/mask.ts';
import { maskText } from '../../../../functions/recordings/domain/masks/mask-text.ts';

test.for<[string, string, string]>([
  [
    'an argument of GraphQL',
    'mutation { login(user: "a", password: "x y") { id } }',
    'mutation { login(user: "a", password: "***") { id } }',
  ],
  ['a block string of GraphQL', '{ login(password: """x "y" z""", a: 1) }', '{ login(password: "***", a: 1) }'],
  [
    'an argument of GraphQL in JSON',
    String.raw`{"query":"{ login(user: \"a\", password: \"x\\\"y\") }"}`,
    String.raw`{"query":"{ login(user: \"a\", password: \"***\") }"}`,
  ],
  ['no variable of GraphQL', '{ login(password: $password, user: "a") }', '{ login(password: $password, user: "a") }'],
  ['a quoted column', `where "password" = 'x' and a = 'b'`, `where "password" = '***' and a = 'b'`],
  [
    'a string in a function',
    "set password = crypt('x', gen_salt('bf'))",
    "set password = crypt('***', gen_salt('bf'))",
  ],
  ['another comparison', "where token <> 'x' or pin like '1%'", "where token <> '***' or pin like '***'"],
  ['a password of an account', "SET PASSWORD FOR 'u'@'h' = 'x'", "SET PASSWORD FOR 'u'@'h' = '***'"],
  ['a password of a role', "ALTER ROLE u WITH PASSWORD 'it''s'", "ALTER ROLE u WITH PASSWORD '***'"],
  ['a password of a new account', "CREATE USER u IDENTIFIED BY 'x'", "CREATE USER u IDENTIFIED BY '***'"],
  [
    'values of inserted columns',
    "INSERT INTO u (name, password, pin) VALUES ('a', 'it''s, x', 12), ('b', md5('y'), NULL) RETURNING 'c'",
    "INSERT INTO u (name, password, pin) VALUES ('a', '***', ***), ('b', md5('***'), NULL) RETURNING 'c'",
  ],
  [
    'inserted values in JSON',
    String.raw`{"sql":"insert into u (id,\n\"password\")\nvalues (1, 'x')","b":'c'}`,
    String.raw`{"sql":"insert into u (id,\n\"password\")\nvalues (1, '***')","b":'c'}`,
  ],
  [
    'each string of a list',
    "where token in ('a', 'b') and a not in ('c') and pin not in ('1','2')",
    "where token in ('***', '***') and a not in ('c') and pin not in ('***','***')",
  ],
  ['a string between dollars', 'where password = $$x y$$ and a = $$b$$', 'where password = $$***$$ and a = $$b$$'],
  ['a password of a role between dollars', 'ALTER ROLE u PASSWORD $$x$$', 'ALTER ROLE u PASSWORD $$***$$'],
  ['a password in double quotes', 'CREATE USER u IDENTIFIED BY "x y"', 'CREATE USER u IDENTIFIED BY "***"'],
  [
    'a password in double quotes in JSON',
    String.raw`{"sql":"ALTER USER u IDENTIFIED WITH a BY \"x y\"","b":"c"}`,
    String.raw`{"sql":"ALTER USER u IDENTIFIED WITH a BY \"***\"","b":"c"}`,
  ],
  [
    'inserted values in double quotes and between dollars',
    'INSERT INTO u (name, password, pin) VALUES ("a, b", "x", $$y$$), ("c", NULL, 12)',
    'INSERT INTO u (name, password, pin) VALUES ("a, b", "***", $$***$$), ("c", NULL, ***)',
  ],
  [
    'inserted values in double quotes in JSON',
    String.raw`{"sql":"insert into u (id, password) values (\"a, b\", \"x\")","b":"c"}`,
    String.raw`{"sql":"insert into u (id, password) values (\"a, b\", \"***\")","b":"c"}`,
  ],
  [
    'no attribute beside a password',
    '<input type="password" name="user"><b>by "x"</b>',
    '<input type="password" name="user"><b>by "x"</b>',
  ],
  [
    'nothing of JSON in JSON but its values',
    String.raw`{"text":"{\"password\": \"x\", \"values\": (\"y\"), \"insert\":\"into\"}"}`,
    String.raw`{"text":"{\"password\": \"***\", \"values\": (\"y\"), \"insert\":\"into\"}"}`,
  ],
  [
    'the end of JSON after a statement that is cut',
    '{"sql":"INSERT INTO u (password) VALUES (","b":"x"}',
    '{"sql":"INSERT INTO u (password) VALUES (","b":"x"}',
  ],
  ['no other columns', "INSERT INTO u (name) VALUES ('password')", "INSERT INTO u (name) VALUES ('password')"],
])('maskText masks %s', ([, text, expected]) => {
  expect(maskText(text, plainMask)).toBe(expected);
});
