import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import type { ParameterDocs } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-cases.ts';

/** The query of an import (interface 10). */
export const IMPORT_QUERY = {
  appId: {
    schema: AppId,
    description: 'The application that the cases are of.',
    example: EXAMPLE.appId,
    required: true,
  },
  format: { schema: v.picklist(IMPORT_FORMATS), description: 'What the file is.', example: 'har', required: true },
  recordedAt: {
    schema: v.literal('original'),
    description: 'Keeps the times of the file; else all are shifted so that the newest exchange is now.',
  },
  pin: { schema: v.picklist(['true', 'false']), description: 'Whether the cases are pinned.' },
} satisfies ParameterDocs;
