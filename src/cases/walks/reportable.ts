import type { Course } from './course.js';
import type { Situation } from './situation.js';

/**
 * The messages whose delivery must be reported: those that came to employees who were logged in, at once or by a later
 * login, while there was an address to report it to (section 1).
 */
export class Reportable {
  private readonly messages = new Map<Course, string[]>();
  /** How many messages of each conversation were delivered so far, and those of them that wait for a login. */
  private readonly noted = new Map<Course, number>();
  private readonly waiting = new Map<Course, string[]>();

  /** Whatever the last move has brought to the employees of these conversations. */
  note(courses: Iterable<Course>, { away, loggedOut }: Situation): void {
    for (const course of courses) {
      const fresh = course.delivered.slice(this.noted.get(course) ?? 0);
      const arrived = [...(this.waiting.get(course) ?? []), ...fresh];
      const mustWait = course.isHeldBy(loggedOut);
      this.noted.set(course, course.delivered.length);
      this.waiting.set(course, mustWait ? arrived : []);
      if (!mustWait && !away) this.messages.set(course, [...this.of(course), ...arrived]);
    }
  }

  of(course: Course): readonly string[] {
    return this.messages.get(course) ?? [];
  }
}
