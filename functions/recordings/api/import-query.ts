import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import type { ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { HostPattern, Sample } from '../domain/filter/exchange-filter.ts';
import { ExchangePattern, MAX_PATTERNS } from '../domain/filter/exchange-pattern.ts';
import { RULE_NAMES } from '../domain/filter/filter-rules.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-format.ts';
import { MAX_EXCHANGES } from '../domain/importers/import-limits.ts';

/** The query of an import (interface 10). */
export const IMPORT_QUERY = {
  appId: {
    schema: AppId,
    description: 'Id of the application that was recorded.',
    example: EXAMPLE.appId,
    required: true,
  },
  format: {
    schema: v.picklist(IMPORT_FORMATS),
    description: [
      'The format of the file:',
      '',
      '- `har`',
      '- `goreplay`: .gor or .gz',
      '- `keploy`: YAML documents, or a zip or tar.gz of a test set with its mocks',
      '- `postman`: a collection 2.1 with its examples',
      '- `wiremock`: stub mappings, or a zip or tar.gz with `mappings/` and `__files/`',
      '- `arex`: mockers, as a JSON array or one per line',
    ].join('\n'),
    example: 'har',
    required: true,
  },
  recordedAt: {
    schema: v.literal('original'),
    description: 'Keeps the times of the file. By default, times are shifted so that the newest exchange is now.',
  },
  first: {
    schema: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.maxValue(MAX_EXCHANGES)),
    description:
      'For a part of a file: the position of its first exchange in the whole file, from 0. Case ids depend on it.',
    example: '500',
  },
  shiftMs: {
    schema: v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number)),
    description:
      'For a part of a file: milliseconds to add to its times, the same for all parts. Replaces the shift to now.',
    example: '86400000',
  },
  pin: { schema: v.picklist(['true', 'false']), description: 'Whether the cases are pinned.' },
  preview: {
    schema: v.picklist(['true', 'false']),
    description: '`true` stores nothing. The response says what an import would store and exclude.',
  },
  hosts: {
    schema: HostPattern,
    description:
      'A host to import, such as `shop.example` or `*.shop.example`; `*` is every host. Default for `har`: the host with the most eligible requests. Default for other formats and for parts of a file (`first`): every host.',
    repeats: true,
  },
  include: {
    schema: ExchangePattern,
    description: `Imports only matching requests: \`GET /orders/*\`, or a path for every method. \`*\` matches any characters. The query is not compared. Maximum: ${MAX_PATTERNS} values.`,
    repeats: true,
  },
  exclude: {
    schema: ExchangePattern,
    description: 'Excludes matching requests. Same syntax as `include`.',
    repeats: true,
  },
  keep: {
    schema: v.picklist(RULE_NAMES),
    description: 'A filter rule to switch off. Its requests are imported.',
    repeats: true,
  },
  session: {
    schema: v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/)),
    description: 'For a part of a file: the session of its requests, the same for all parts.',
  },
  sessionBy: {
    schema: v.pipe(v.string(), v.regex(/^(?:authorization|cookie:[!-~]{1,200})$/)),
    description:
      'For a part of a file, instead of `session`: the credential that distinguishes sessions, `authorization` or `cookie:<name>`.',
  },
  sample: {
    schema: Sample,
    description:
      'The fraction of requests to import, above 0 and at most 1. Case ids decide, so repeated imports select the same requests.',
  },
} satisfies ParameterDocs;
