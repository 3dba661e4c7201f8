/** Stands in the record wherever an authentication key stood; needs no escaping in a URL, a header or JSON. */
export const KEY_MASK = '[key]';
