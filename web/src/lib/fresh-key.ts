const BYTES = 16

/** A name that nothing else has. `crypto.randomUUID` is missing where the page came over plain HTTP. */
export const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
