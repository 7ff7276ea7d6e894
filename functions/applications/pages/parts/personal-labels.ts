import type { FoundField } from '../../domain/personal-data/found-personal-data.ts';

/** What a value of each kind looks like. */
export const PERSONAL_KINDS: Readonly<Record<FoundField['kinds'][number], string>> = {
  mail: 'Mail address',
  phone: 'Phone number',
  iban: 'IBAN, check digits fit',
  card: 'Card number, check digit fits',
  nationalId: 'National id',
  name: 'Name',
  birthDate: 'Date of birth',
  address: 'Address',
};

const LOCATIONS: Readonly<Record<FoundField['in'], string>> = {
  path: '',
  header: 'header ',
  parameter: 'parameter ',
  segment: 'path ',
  column: 'column ',
  text: 'text of the ',
};

/** The name of a field with where it is. */
export const personalFieldName = ({ in: location, field }: Pick<FoundField, 'in' | 'field'>): string =>
  `${LOCATIONS[location]}${field}`;
