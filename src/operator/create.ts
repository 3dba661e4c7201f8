import type { OperatorSettings } from '../configuration/types.js';
import { cannotDo } from '../phrases.js';
import type { Driver } from './driver.js';
import { createExecOperator } from './exec.js';
import { createHttpOperator } from './http.js';
import { createManualOperator } from './manual.js';
import { consoleCards, onTerminal, SILENT } from './prompts.js';

export interface OperatorContext {
  /** Values that no child may see in its environment. */
  secrets: readonly string[];
  /** False: nobody may be asked. */
  input: boolean;
  /** Names that a program's inbox is assumed to show. */
  shows: readonly string[];
  /** What a person is asked to do, by action, with placeholders. */
  instructions: Readonly<Record<string, string>>;
}

/** The driver of the employee's side that the configuration names. It starts nothing before its first action. */
export function createOperator(settings: OperatorSettings, context: OperatorContext): Driver {
  const { secrets, shows, input, instructions } = context;
  switch (settings.kind) {
    case 'http':
      return createHttpOperator(settings);
    case 'exec':
      return createExecOperator(settings.command, {
        folder: settings.folder,
        env: process.env,
        secrets,
        shows,
      });
    case 'manual':
      return createManualOperator(
        settings.console
          ? {
              name: 'console',
              who: 'the person at the console',
              cardPrompt: consoleCards({
                listen: settings.console,
                announce: (line) => void process.stderr.write(`${line}\n`),
              }),
              nobody: input ? null : SILENT,
              timeLimitMs: settings.timeLimitMs,
              instructions,
            }
          : onTerminal({
              input: process.stdin,
              output: process.stderr,
              isTTY: process.stdin.isTTY === true && process.stderr.isTTY === true,
              silent: !input,
              timeLimitMs: settings.timeLimitMs,
              instructions,
            }),
      );
    case 'none':
      return noOperator;
  }
}

const NONE = { ok: false, kind: 'unsupported', text: 'no driver is configured' } as const;

/** Nobody acts for the employee: every action is unsupported. */
export const noOperator: Driver = {
  name: 'none',
  shows: [],
  whyNot: (action) => ({
    code: 'no-operator',
    text: cannotDo(action, 'no driver is configured ("operator")'),
  }),
  supports: () => false,
  perform: async () => NONE,
  inbox: async () => NONE,
  close: async () => undefined,
};
