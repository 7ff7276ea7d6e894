/** What may be personal data; `name`, `birthDate` and `address` are known by the names of their fields only. */
export const PERSONAL_KINDS = ['mail', 'phone', 'iban', 'card', 'nationalId', 'name', 'birthDate', 'address'] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** Kinds by the names of fields; without case, `_`, `-`, `.` and blanks. `whole` counts as the whole name only. */
const NAMES: readonly { kind: PersonalKind; part: RegExp; whole: ReadonlySet<string> }[] = [
  {
    kind: 'phone',
    part: /phone(?:number|no)?$|mobile(?:number|no)$|telefon|telefax|msisdn|faxnumber$/,
    whole: new Set(['tel', 'mobile', 'cell', 'fax', 'handy']),
  },
  {
    kind: 'card',
    part: /cardnumber|cardno$|creditcard$|ccnumber|primaryaccountnumber/,
    whole: new Set(['pan', 'ccnum']),
  },
  {
    kind: 'nationalId',
    part: /socialsecurity|nationalid|nationalinsurance|taxid$|taxpayerid|passportn|personnummer|personalnummer|codicefiscale|steuerid|driverslicen[sc]e/,
    whole: new Set('ssn nin nino cpf dni nie nif bsn cnp aadhaar pesel hetu curp egn oib insee passport'.split(' ')),
  },
  {
    kind: 'birthDate',
    part: /birth(?:date|day)$|dateofbirth|geburtsdatum/,
    whole: new Set(['dob']),
  },
  {
    kind: 'name',
    part: /^(?:first|last|full|given|family|middle|maiden|fore|sur|vor|nach)name$|(?:customer|recipient|patient|employee|holder|person|contact|billing|shipping)(?:first|last|full|given|family|sur)?name$|cardholder$|accountholder$/,
    whole: new Set(['prenom', 'nomdefamille', 'apellido', 'cognome']),
  },
  {
    kind: 'address',
    part: /^street|streetaddress|streetname|addressline|(?:home|postal|shipping|billing|mailing|delivery)address|strasse$/,
    whole: new Set(['address', 'address1', 'address2']),
  },
];

const MAX_NAME_LENGTH = 64;

/** What a field holds by its name, in any spelling such as `first_name`, `firstName` or `X-First-Name`; else null. */
export function kindOfName(name: string): PersonalKind | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const plain = name.toLowerCase().replaceAll(/^x-|[^a-z0-9]/g, '');
  return NAMES.find(({ part, whole }) => whole.has(plain) || part.test(plain))?.kind ?? null;
}
