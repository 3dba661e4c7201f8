import { changingAttributeNames } from '../attribute-names.js';

export const fault = changingAttributeNames('The names of attributes lose their capitals', (name) =>
  name.toLowerCase(),
);
