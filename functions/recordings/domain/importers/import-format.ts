/** The formats of files of other tools (interface 10), in the order that messages name them. */
export const IMPORT_FORMATS = ['har', 'goreplay', 'keploy', 'postman', 'wiremock', 'arex'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Whether a text names a format. */
export const isImportFormat = (text: string): text is ImportFormat => IMPORT_FORMATS.some((format) => format === text);
