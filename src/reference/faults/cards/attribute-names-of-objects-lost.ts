import { changingAttributeNames } from '../attribute-names.js';

export const fault = changingAttributeNames('Attributes with names that objects have are lost', (name) =>
  name in {} ? null : name,
);
