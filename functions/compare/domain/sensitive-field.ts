const SENSITIVE_NAMES = new Set(
  `password passwd pwd passphrase passcode pin secret clientsecret appsecret secretkey token accesstoken refreshtoken idtoken
  authtoken sessiontoken csrftoken bearertoken apikey apisecret apitoken privatekey encryptionkey signingkey accesskey accesskeyid
  secretaccesskey credential credentials authorization cookie setcookie sessionid jsessionid jwt otp totp mfasecret verificationcode
  cvv cvc cvv2 cvc2 cardnumber cardno creditcard creditcardnumber bankcard bankcardno bankaccount accountnumber iban routingnumber
  idcard idcardno idcardnumber idnumber identitycard nationalid citizenid ssn socialsecuritynumber taxid passport passportno
  passportnumber driverlicense driverslicense phone phoneno phonenumber mobile mobileno mobilephone mobilenumber telephone cellphone
  email emailaddress mail address homeaddress streetaddress billingaddress shippingaddress birthday birthdate dateofbirth dob`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Whether a member's name is one of the well-known names of secrets and personal data, ignoring case, `_` and `-`
 * (interface 2.4).
 */
export const isSensitiveName = (name: string): boolean =>
  name.length <= 64 && SENSITIVE_NAMES.has(name.toLowerCase().replaceAll(/[_-]/g, ''));

/**
 * Maximum length of an inspected value: secrets are short, and the longest of them (a private key) is recognizable by
 * its beginning.
 */
export const MAX_SECRET_LENGTH = 8192;

/**
 * Whether a value looks like a secret or a personal number: private key, JWT, cloud access key, payment card, resident
 * id (interface 2.4).
 */
export function isSensitiveValue(text: string): boolean {
  if (text.length < 15) return false;
  const value = text.trim();
  return (
    PRIVATE_KEY.test(value) ||
    (JWT.test(value) && isJwtHeader(value.slice(0, value.indexOf('.')))) ||
    CLOUD_KEY.test(value) ||
    isCardNumber(value) ||
    isResidentId(value)
  );
}

/** The beginning of a value that was sealed or removed as a credential before the responses were compared. */
export const HIDDEN = /^(?:Bearer )?(?:%?sealed\.v1\.[\w-]{38}|\[redacted\](?:"|$))/i;

/** Whether a text looks like a secret, or was sealed or removed as one. */
export const isSensitiveText = (text: string): boolean =>
  HIDDEN.test(text) || (text.length <= MAX_SECRET_LENGTH && isSensitiveValue(text));

const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/;
const JWT = /^(?:Bearer )?eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*$/;
/** AWS (long-term, temporary), Google, GitHub, Slack, Alibaba, Tencent. */
const CLOUD_KEY =
  /^(?:(?:AKIA|ASIA)[A-Z2-7]{16}|AIza[\w-]{35}|gh[pousr]_[A-Za-z0-9]{36,}|xox[abprs]-[\w-]{10,}|LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{32})$/;

function isJwtHeader(part: string): boolean {
  const header = Buffer.from(part.replace(/^Bearer /, ''), 'base64url').toString('latin1');
  return /"alg"\s*:/.test(header);
}

/** Digits, optionally grouped as printed on cards. */
const CARD = /^\d{4}(?:[ -]?\d{4}){2,3}(?:[ -]?\d{1,3})?$|^3\d{3}[ -]?\d{6}[ -]?\d{4,5}$/;

/**
 * Issuer ranges with their lengths: Visa, Mastercard (both series), American Express, Diners, JCB, Discover, Maestro,
 * UnionPay.
 */
const ISSUERS =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|(?:5[06-9]|6\d)\d{14,17})$/;

function isCardNumber(value: string): boolean {
  if (!CARD.test(value)) return false;
  const digits = value.replaceAll(/[ -]/g, '');
  if (!ISSUERS.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const RESIDENT_ID = /^[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/;
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Mainland resident id with its check digit (GB 11643). */
function isResidentId(value: string): boolean {
  if (!RESIDENT_ID.test(value)) return false;
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(value[i]), 0);
  return '10X98765432'[sum % 11] === value[17]?.toUpperCase();
}
