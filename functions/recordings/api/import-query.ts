import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import type { ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { HostPattern, Sample } from '../domain/filter/exchange-filter.ts';
import { ExchangePattern, MAX_PATTERNS } from '../domain/filter/exchange-pattern.ts';
import { RULE_NAMES } from '../domain/filter/filter-rules.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-cases.ts';
import { MAX_EXCHANGES } from '../domain/importers/import-limits.ts';

/** The query of an import (interface 10). */
export const IMPORT_QUERY = {
  appId: {
    schema: AppId,
    description: 'The application that the cases are of.',
    example: EXAMPLE.appId,
    required: true,
  },
  format: {
    schema: v.picklist(IMPORT_FORMATS),
    description:
      'What the file is: `har`; `goreplay` (.gor, .gz); `keploy` (YAML documents, or a zip or tar.gz of a test set with its mocks); `postman` (a collection 2.1 with its examples); `wiremock` (stub mappings, or a zip or tar.gz with `mappings/` and `__files/`); `arex` (mockers, a JSON array or one per line).',
    example: 'har',
    required: true,
  },
  recordedAt: {
    schema: v.literal('original'),
    description: 'Keeps the times of the file; else all are shifted so that the newest exchange is now.',
  },
  first: {
    schema: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.maxValue(MAX_EXCHANGES)),
    description:
      'Of a part of a file: the position of its first exchange in the whole file, from 0. The ids of cases follow from it.',
    example: '500',
  },
  shiftMs: {
    schema: v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number)),
    description:
      'Of a part of a file: milliseconds added to its times, the same for all parts, instead of the shift to now.',
    example: '86400000',
  },
  pin: { schema: v.picklist(['true', 'false']), description: 'Whether the cases are pinned.' },
  preview: {
    schema: v.picklist(['true', 'false']),
    description: '`true` stores nothing: the answer says what an import would take and leave out.',
  },
  hosts: {
    schema: HostPattern,
    description:
      'A host whose requests are taken, such as `shop.example` or `*.shop.example`; `*` takes every host. Default: for `har`, the host with the most eligible requests of the file; for the other formats, and for a part of a file (`first`), every host.',
    repeats: true,
  },
  include: {
    schema: ExchangePattern,
    description: `Takes only matching requests: \`GET /orders/*\`, or a path for every method. \`*\` stands for any characters; the query is not compared. At most ${MAX_PATTERNS}.`,
    repeats: true,
  },
  exclude: {
    schema: ExchangePattern,
    description: 'Leaves out matching requests; written like `include`.',
    repeats: true,
  },
  keep: {
    schema: v.picklist(RULE_NAMES),
    description: 'A rule that does not apply; its requests are taken.',
    repeats: true,
  },
  session: {
    schema: v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/)),
    description: 'Of a part of a file: the session of its requests, the same for all parts.',
  },
  sessionBy: {
    schema: v.pipe(v.string(), v.regex(/^(?:authorization|cookie:[!-~]{1,200})$/)),
    description:
      'Of a part of a file, instead of `session`: the credential that tells sessions apart, `authorization` or `cookie:<name>`.',
  },
  sample: {
    schema: Sample,
    description:
      'The fraction of the requests to take, above 0 to 1. It follows from the ids of the cases, so that a request is in the sample every time or never.',
  },
} satisfies ParameterDocs;
