/** Values of the form before anything is typed, by field. */
export interface InitialChoices {
  app: string;
  build: string;
  target: string;
  rules: string;
  rate: string;
  worse: string;
  policy: string;
  hours: string;
  timeout: string;
  mocks: boolean;
}

/** What most gates begin with; the rest depends on the application. */
export const USUAL_CHOICES = {
  rules: 'release',
  rate: '99',
  worse: '1',
  policy: '',
  hours: '24',
  timeout: '30',
  mocks: true,
} as const satisfies Partial<InitialChoices>;

/** The same as a form. */
export function formOf({ mocks, ...values }: InitialChoices): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  if (mocks) form.set('mocks', 'on');
  return form;
}
