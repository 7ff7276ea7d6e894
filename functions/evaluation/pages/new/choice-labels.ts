/** Labels of the fields of the form of four choices. */
export const CHOICE_LABELS = {
  app: 'Application',
  build: 'Build',
  target: 'Runs at',
  rules: 'Rules',
  rate: 'Pass rate at least',
  worse: 'At most worse by',
  policy: 'Gate policy',
  labels: 'Labels',
  hours: 'Recordings of the last hours',
  timeout: 'At most minutes',
} as const;
