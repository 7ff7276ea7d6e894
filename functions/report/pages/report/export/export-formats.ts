import type { ComparedHeaders } from '../../../../compare/domain/headers/compared-headers.ts';
import type { ReportedRun } from '../../../domain/export/exported-run.ts';
import type { ReportedHint } from '../../../domain/export/markdown.ts';

/** A file of a report, in a format that others read. */
interface ExportFormat {
  text: string;
  file: string;
  type: string;
  make(run: ReportedRun, hints: readonly ReportedHint[], headers: ComparedHeaders): Promise<string>;
}

/** The formats, which the command line writes too; their libraries are loaded where they are used. */
export const EXPORT_FORMATS: Readonly<Record<string, ExportFormat>> = {
  junit: {
    text: 'JUnit',
    file: 'junit.xml',
    type: 'application/xml; charset=utf-8',
    make: async (run) => (await import('../../../domain/export/junit.ts')).junitReport(run),
  },
  sarif: {
    text: 'SARIF',
    file: 'report.sarif',
    type: 'application/sarif+json',
    make: async (run) => (await import('../../../domain/export/sarif.ts')).sarifReport(run, { anchor: null }),
  },
  markdown: {
    text: 'Markdown',
    file: 'report.md',
    type: 'text/markdown; charset=utf-8',
    make: async (run, hints, headers) =>
      (await import('../../../domain/export/markdown.ts')).markdownReport(run, hints, headers),
  },
  json: {
    text: 'JSON',
    file: 'report.json',
    type: 'application/json',
    make: async ({ run }) => `${JSON.stringify(run, null, 2)}\n`,
  },
};
