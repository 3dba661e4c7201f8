import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import {
  action,
  closed,
  closing,
  look,
  operationOf,
  prepare,
  requestFields,
  WEBHOOK,
} from '../vocabulary.js';
import { allContent, inboxNeeds, shown } from './employee.js';

/** A later selection that changes the name alone, or the attributes alone, shows what it says. */
export function laterCards(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const fields = requestFields(description, select).filter(([name]) =>
    shown(description, select).includes(name),
  );
  const names = fields.map(([name]) => name);
  const value = (type: string, which: string): unknown =>
    type === 'map' ? { kind: which } : `${which} name`;
  const first = Object.fromEntries(fields.map(([name, { type }]) => [name, value(type, 'First')]));
  return fields.map(([changed, { type }]) => ({
    group: 'employee',
    name: `${changed}-alone-changed`,
    operation: select,
    title: `A later ${select} that changes ${changed} alone shows the new ${names.join(' and ')}`,
    needs: [
      ...inboxNeeds([...allContent(description), ...names]),
      WEBHOOK,
      action(closing(description).action),
    ],
    steps: [
      prepare(description, message, {}, 'm1'),
      prepare(description, select, { body: { kind: 'documented', set: first } }, 'selection'),
      look('present', ['m1'], names, { card: 'selection', setup: true }),
      ...closed(description),
      prepare(description, message, {}, 'm2'),
      prepare(
        description,
        select,
        { body: { kind: 'documented', like: 'selection', set: { [changed]: value(type, 'Second') } } },
        'later selection',
      ),
      look('present', ['m1', 'm2'], names, { card: 'later selection' }),
    ],
  }));
}
