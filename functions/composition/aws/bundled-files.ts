/** Addresses of every page of the service, which a page leads back to whatever function answers them. */
export const ADDRESSES_FILE = 'addresses.json';

/** The OpenAPI document in its two forms. */
export const DOCUMENT_FILE = 'openapi.json';
export const DOCUMENT_PAGE_FILE = 'openapi.html';

/** Stands in these files for the address of the service, which the function learns later. */
export const PLACE_OF_ADDRESS = 'https://address.invalid';
