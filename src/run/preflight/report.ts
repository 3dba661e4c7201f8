/** One line of the preflight: what was looked at, and what to do where it is no good. */
export interface PreflightLine {
  name: string;
  state: 'ok' | 'note' | 'problem';
  text: string;
  hint?: string;
}

/** Collects the lines as they come; `onLine` shows them at once. */
export class PreflightReport {
  readonly lines: PreflightLine[] = [];

  constructor(private readonly onLine: (line: PreflightLine) => void = () => undefined) {}

  ok(name: string, text: string): void {
    this.add({ name, state: 'ok', text });
  }

  note(name: string, text: string, hint?: string): void {
    this.add({ name, state: 'note', text, ...(hint && { hint }) });
  }

  problem(name: string, text: string, hint?: string): void {
    this.add({ name, state: 'problem', text, ...(hint && { hint }) });
  }

  private add(line: PreflightLine): void {
    this.lines.push(line);
    this.onLine(line);
  }
}
