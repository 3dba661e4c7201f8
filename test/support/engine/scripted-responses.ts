import type { Description } from '../../../src/description/types.js';
import type { RequestSender } from '../../../src/dialect/types.js';

/** What a scripted service is asked. */
export interface Question {
  description: Description;
  operation: string;
  key: string | null;
  body: unknown;
}

/** For tests: a service that answers as `reply` says, and remembers what it was asked. */
export function scripted(reply: (question: Question) => [status: number, body: unknown]): {
  sender: RequestSender;
  asked: Question[];
} {
  const asked: Question[] = [];
  const sender: RequestSender = {
    post: (description, operation, key, body) => {
      const sent: unknown = body === null ? null : JSON.parse(JSON.stringify(body));
      const question = { description, operation, key, body: sent };
      asked.push(question);
      const [status, response] = reply(question);
      const bytes = Buffer.from(typeof response === 'string' ? response : JSON.stringify(response));
      return Promise.resolve({
        kind: 'response',
        status,
        reason: '',
        headers: [],
        body: bytes,
        startedAt: 0,
        durationMs: 1,
      });
    },
  };
  return { sender, asked };
}
