/**
 * The client of undici alone: with all else that undici offers (fetch, WebSocket, caches, mocks) it takes three times as
 * long to load. These files are no public interface, so the version of undici is fixed.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}

declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici';

  export default errors;
}
