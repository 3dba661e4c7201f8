import { span } from '../console/span.js';
import type { Description } from '../description/types.js';
import type { JsonObject } from '../reference/json.js';
import type { ContactPoint } from '../reference/model.js';

/** What employees did, as the buttons of the console say it; null: the action's name says it. */
export function actionWords(
  action: string,
  parameters: JsonObject,
  { description, point }: { description: Description; point: ContactPoint },
): string | null {
  switch (action) {
    case 'set_presence': {
      const id = String(parameters[description.employee.destination]);
      const name = point.destinations.get(id)?.name ?? id;
      return `log ${String(parameters['online']) === 'true' ? 'in' : 'out'} ${name}`;
    }
    case 'advance_clock':
      return `clock + ${span(Number(parameters['seconds']) * 1_000)}`;
    case 'clear_webhook':
      return 'take the webhook address away';
    default:
      return null;
  }
}
