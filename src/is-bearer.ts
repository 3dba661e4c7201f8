import { timingSafeEqual } from 'node:crypto';

/** Whether an Authorization header brings this token; how long that takes tells nothing of it. */
export function isBearer(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const due = Buffer.from(`Bearer ${token}`);
  return given.length === due.length && timingSafeEqual(given, due);
}
