import isCreditCard from 'validator/lib/isCreditCard.js';
import isEmail from 'validator/lib/isEmail.js';
import isIBAN from 'validator/lib/isIBAN.js';
import isIdentityCard from 'validator/lib/isIdentityCard.js';
import isMobilePhone from 'validator/lib/isMobilePhone.js';
import isTaxID from 'validator/lib/isTaxID.js';
import { kindOfName, type PersonalKind } from './personal-names.ts';

/** What a value is; where only a check digit says so, one other value in ten passes as well (`isSure` false). */
export interface PersonalMatch {
  kind: PersonalKind;
  isSure: boolean;
}

/** Longer texts are searched in their beginning. */
const MAX_LENGTH = 4000;
/** Places of `@` that are looked at in one text. */
const MAX_ADDRESSES = 10;

/** What a value of a field of this name is; null for most. A header, a member or a parameter has the name. */
export function personalMatch(name: string, value: string): PersonalMatch | null {
  const text = value.slice(0, MAX_LENGTH).trim();
  if (text.length < 3) return null;
  const named = kindOfName(name);
  if (holdsMail(text)) return sure('mail');
  if (named !== null && fitsName(named, text)) return sure(named);
  if (text.length > MAX_FORMATTED || !/\d/.test(text)) return null;
  if (isPhone(text)) return sure('phone');
  if (isAccount(text)) return sure('iban');
  return cardMatch(name, text) ?? nationalIdMatch(name, text);
}

/** Longest of the formats: an IBAN in groups. */
const MAX_FORMATTED = 42;

const sure = (kind: PersonalKind): PersonalMatch => ({ kind, isSure: true });

/** Names of ids, times and amounts, whose numbers pass a check digit by chance. */
const isNumberName = (name: string): boolean =>
  /(?:id|ids|at|time|timestamp|nonce|hash|size|count|version)$/i.test(name);

const DOMAIN = /^(?:[a-z\d-]{1,63}\.){1,8}([a-z]{2,24})(?![\w:@/-]|\.\w)/i;
/** Files of `@2x` images and packages, and users of repositories. */
const NO_DOMAIN = /^(?:png|jpe?g|gif|svg|webp|avif|m?js|ts|css|json|html|map|md)$/i;

/** Whether a text is or has an address of mail. */
function holdsMail(text: string): boolean {
  let at = text.indexOf('@');
  for (let tries = 0; at >= 0 && tries < MAX_ADDRESSES; tries++) {
    const [user = ''] = /(?<![\w/:.+-])[\w.+-]{1,64}$/.exec(text.slice(Math.max(0, at - 66), at)) ?? [];
    const [domain = '', last = ''] = DOMAIN.exec(text.slice(at + 1, at + 256)) ?? [];
    if (user !== '' && user !== 'git' && domain !== '' && !NO_DOMAIN.test(last) && isEmail.default(`${user}@${domain}`))
      return true;
    at = text.indexOf('@', at + 1);
  }
  return false;
}

/** Whether a value may be what the name of its field says. */
function fitsName(kind: PersonalKind, text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  switch (kind) {
    case 'phone':
      return /^\+?[\d\s()./-]+$/.test(text) && digits.length >= 7 && digits.length <= 15 && !/^0+$/.test(digits);
    case 'card':
      return CARD.test(text) && isCreditCard.default(digits);
    case 'nationalId':
      return text.length <= 24 && /^[A-Z\d][A-Z\d ./+-]+$/i.test(text) && digits.length >= 4;
    case 'birthDate':
      return /^\d{4}-\d\d-\d\d|^\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)$|^\d{8}$/.test(text);
    case 'name':
      return text.length <= 100 && /^[\p{L}\p{M}][\p{L}\p{M} .,'’-]*$/u.test(text);
    case 'address':
      return text.length <= 300 && /\p{L}{2}/u.test(text) && / /.test(text) && !/[{}<>]|:\/\//.test(text);
    default:
      return false;
  }
}

/**
 * A mobile number with its country. Other numbers look like many things, and are known by the names of their fields.
 */
const isPhone = (text: string): boolean =>
  /^\+[1-9][\d\s()./-]{6,22}$/.test(text) &&
  isMobilePhone.default(text.replaceAll(/[^+\d]/g, ''), 'any', { strictMode: true });

const isAccount = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z\d ]{11,38}$/.test(text) && isIBAN.default(text.replaceAll(' ', ''));

const CARD = /^\d(?:[ -]?\d){12,18}$/;
const GROUPED = /^\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}$|^\d{4}([ -])\d{6}\2\d{5}$/;

function cardMatch(name: string, text: string): PersonalMatch | null {
  if (!CARD.test(text) || !isCreditCard.default(text)) return null;
  if (GROUPED.test(text)) return sure('card');
  return /^\d{15,16}$/.test(text) && !isNumberName(name) ? { kind: 'card', isSure: false } : null;
}

/** National ids by their form and their check digit; `isSure` where the form alone is of nothing else. */
const NATIONAL_IDS: readonly { form: RegExp; isOne(text: string): boolean; isSure: boolean }[] = [
  // Italy
  {
    form: /^[A-Z]{6}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z]$/,
    isOne: (text) => isTaxID.default(text, 'it-IT'),
    isSure: true,
  },
  // China: the area, the date of birth and a check digit
  { form: /^\d{17}[\dX]$/, isOne: (text) => isIdentityCard.default(text, 'zh-CN'), isSure: true },
  // Brazil
  { form: /^\d{3}\.\d{3}\.\d{3}-\d\d$/, isOne: (text) => isTaxID.default(text, 'pt-BR'), isSure: true },
  // Finland
  { form: /^\d{6}[-+A]\d{3}[\dA-Z]$/, isOne: (text) => isIdentityCard.default(text, 'FI'), isSure: true },
  // Spain
  { form: /^[XYZ\d]\d{7}[A-Z]$/, isOne: (text) => isIdentityCard.default(text, 'ES'), isSure: false },
  // United States
  { form: /^(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}$/, isOne: () => true, isSure: false },
  // Sweden
  { form: /^\d{6}[-+]\d{4}$/, isOne: (text) => isTaxID.default(text, 'sv-SE'), isSure: false },
  // Poland
  { form: /^\d{11}$/, isOne: (text) => isIdentityCard.default(text, 'PL'), isSure: false },
  // Germany
  { form: /^[1-9]\d{10}$/, isOne: (text) => isTaxID.default(text, 'de-DE'), isSure: false },
];

function nationalIdMatch(name: string, text: string): PersonalMatch | null {
  const found = NATIONAL_IDS.find(({ form, isOne }) => form.test(text) && isOne(text));
  return found === undefined || (!found.isSure && isNumberName(name))
    ? null
    : { kind: 'nationalId', isSure: found.isSure };
}
