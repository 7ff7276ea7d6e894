import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOG_QUERIES } from '../../lib/constructs/observability/log-queries.ts';
import { SETTLED_FIELDS, SETTLED_MESSAGE, SETTLING } from '../../lib/constructs/observability/outcomes.ts';
import { deployedService, ownerOf } from './deployed-service.ts';

const { ofType } = deployedService();
const SOURCES = globSync('functions/**/*.ts').map((file) => readFileSync(file, 'utf8'));
const LOGGING = SOURCES.filter((text) => /\blog\b/.test(text));
/** What Powertools and CloudWatch add to each line. */
const FORMATTER = readFileSync(
  'node_modules/@aws-lambda-powertools/logger/lib/esm/formatter/PowertoolsLogFormatter.js',
  'utf8',
);
const ADDED = ['@timestamp', ...[...FORMATTER.matchAll(/^\s+(\w+): attributes\./gm)].map(([, name]) => name)];

/** Whether some function that logs has a member of this name among its facts. */
const isLogged = (field: string) =>
  ADDED.includes(field) || LOGGING.some((text) => new RegExp(`\\b${field}(?::|,| })`).test(text));
const isMessage = (message: string) => LOGGING.some((text) => text.includes(`'${message}'`));

/** Words of the language of queries. */
const WORDS = /^(?:fields|filter|sort|stats|limit|by|as|asc|desc|ispresent|count|latest|times|last|plan|\d+)$/;

describe('the saved queries of logs', () => {
  test.for(LOG_QUERIES)('name fields and messages that functions log: $name', ({ lines }) => {
    const text = lines.filter((line) => !line.startsWith('#')).join('\n');
    for (const [, message = ''] of text.matchAll(/message = "([^"]+)"/g))
      expect(isMessage(message), message).toBe(true);
    const names = [...text.replaceAll(/"[^"]*"/g, '').matchAll(/@?\w+/g)].map(([name]) => name);
    const fields = names.filter((name) => !WORDS.test(name));
    expect(fields.length).toBeGreaterThan(2);
    for (const field of fields) expect(isLogged(field), field).toBe(true);
    expect(isLogged('no_such_field')).toBe(false);
  });

  test('read the log groups of all functions, and are saved under the name of the stack', () => {
    const definitions = ofType('AWS::Logs::QueryDefinition');
    expect(definitions.map(({ Properties }) => Properties.Name)).toEqual(
      LOG_QUERIES.map(({ name }) => `ReplayService/${name}`),
    );
    const functions = ofType('AWS::Lambda::Function').length;
    for (const { Properties } of definitions) expect(Properties.LogGroupNames).toHaveLength(functions);
  });
});

describe('the metrics of outcomes', () => {
  const filters = ofType('AWS::Logs::MetricFilter').filter(({ name }) => name.startsWith('Outcomes'));

  test('count the lines of settled rounds of each function that may settle one', () => {
    expect(isMessage(SETTLED_MESSAGE)).toBe(true);
    for (const field of Object.values(SETTLED_FIELDS)) expect(isLogged(field), field).toBe(true);
    expect(filters).toHaveLength(SETTLING.length * (Object.keys(SETTLED_FIELDS).length + 1));
    const groups = filters.map(({ Properties }) => ownerOf((Properties.LogGroupName as { Ref: string }).Ref)); // untyped JSON
    expect(new Set(groups).size).toBe(SETTLING.length);
    for (const name of SETTLING)
      expect(
        groups.some((group) => group.endsWith(name)),
        name,
      ).toBe(true);
    for (const { Properties } of filters) expect(Properties.FilterPattern).toBe('{ $.message = "replay settled" }');
  });

  test('have no dimension but the state of the findings', () => {
    const dimensions = filters.flatMap(
      ({ Properties }) =>
        (Properties.MetricTransformations as { Dimensions?: unknown }[]).flatMap((one) => one.Dimensions ?? []), // untyped JSON
    );
    expect(new Set(dimensions.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ Key: 'state', Value: '$.outcome' })]),
    );
  });
});
