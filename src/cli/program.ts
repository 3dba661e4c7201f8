import { Command, CommanderError, Option } from 'commander';
import { REPORTS_FOLDER } from '../configuration/option-table.js';
import { EXIT, RUN_EXITS } from '../exit-codes.js';
import { packageIdentity } from '../package-root.js';
import { printError, setExitCode } from './ending.js';
import {
  doctorOptions,
  exitHelp,
  exploreOptions,
  replayOptions,
  runOptions,
  shownOptions,
  targetOptions,
  triggerOptions,
} from './options.js';
import { refuseFlagForValue, refuseUnknownTopic, refuseWord, usageError } from './usage.js';

/** Does what a command line says, and sets the exit code of the process. */
export async function conform(args: readonly string[]): Promise<void> {
  try {
    const commands = program();
    refuseFlagForValue(args, commands);
    refuseUnknownTopic(args, commands);
    await commands.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) setExitCode(error.exitCode === 0 ? EXIT.passed : EXIT.usage);
    else setExitCode(printError(error));
  }
}

/** Builds the command line. Each command's own modules are loaded when it is called, so that `--help` is quick. */
function program(): Command {
  const { version } = packageIdentity();
  const conform = new Command('conform')
    .description(
      'Checks whether a deployment of the Messaging Service Interface does what the interface states.',
    )
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText('after', EXAMPLES)
    .exitOverride();
  addChecks(conform);
  addSandbox(conform);
  addKnowledge(conform);
  addRecords(conform);
  addFiles(conform);
  for (const command of [conform, ...conform.commands])
    command
      .showHelpAfterError(
        command === conform
          ? '  conform --help prints all commands.'
          : `  conform ${command.name()} --help prints its options.`,
      )
      .configureOutput({ outputError: (text, write) => write(usageError(text, command)) });
  return conform;
}

/** What asks a target. */
function addChecks(conform: Command): void {
  const run = conform
    .command('run', { isDefault: true })
    .description('check a deployment; without --base-url the bundled reference service')
    // Anything that is not a command ends up here too, because this is the default.
    .allowExcessArguments()
    .addHelpText('after', exitHelp(RUN_EXITS))
    .action(async (flags) => {
      const [word] = run.args;
      if (word !== undefined && conform.args[0] === run.name()) run.error('error: too many arguments');
      if (word !== undefined) refuseWord(word, conform);
      setExitCode(await (await import('./run.js')).runCommand(flags));
    });
  runOptions(run);
  const doctor = conform
    .command('doctor')
    .description('check address, TLS, key, versions, dialect, catcher and driver; gives no verdict')
    .action(async (flags) => setExitCode(await (await import('./doctor.js')).doctorCommand(flags)));
  doctorOptions(doctor);
  const explore = conform
    .command('explore')
    .description('walk through conversations at random, and shrink each failing walk')
    .addHelpText('after', EXPLORE_CODES)
    .action(async (flags) => setExitCode(await (await import('./explore.js')).exploreCommand(flags)));
  exploreOptions(explore);
  const replay = conform
    .command('replay')
    .description('play one walk again, step by step')
    .argument(
      '<trace>',
      'id of a walk, such as VERSION/walks/MOVE-MOVE, or results.json: all that failed in it',
    )
    .option('--as-scenario', 'print what makes the walk a permanent case of the description; nothing is sent')
    .action(async (trace) =>
      setExitCode(await (await import('./replay.js')).replayCommand(trace, shownOptions(replay))),
    );
  replayOptions(replay);
}

/** What a gateway is developed against. */
function addSandbox(conform: Command): void {
  conform
    .command('serve')
    .description('the sandbox: run the reference service until it is interrupted')
    .option('--listen <host:port>', 'address of the service (default: 127.0.0.1:0)')
    .option('--operator-listen <host:port>', "address of the employee's side (default: 127.0.0.1:0)")
    .option('--config-out <file>', 'write a configuration file that checks this service')
    .option('--plain', 'plain HTTP instead of HTTPS')
    .option(
      '--ca-dir <dir>',
      'keep the certificate authority there, so that clients need to trust it only once',
    )
    .option('--state <file>', 'keep conversations, keys and the log there, across restarts')
    .option('--key <name=value...>', 'set keys: main=…, second=…, restricted=…, fresh-1=…')
    .option('--fault <name...>', 'break it on purpose, to see the checker find it (conform list --faults)')
    .option(
      '--dialect <name>',
      'fill in what the interface leaves open in another way (conform list --dialects)',
    )
    .option('--seed <number>', 'the same keys and identifiers each time')
    .option('--open', 'open the console in the browser')
    .option('--console-listen <host:port>', 'address of the console (default: 127.0.0.1:0)')
    .option('-q, --quiet', 'no line for each request and delivery')
    .option('--json', 'JSON lines, for programs; the first holds what the start screen shows')
    .option('--spec <dir>', 'folder with the description of the interface')
    .action(async (flags) => setExitCode(await (await import('./serve.js')).serveCommand(flags)));
  const trigger = conform
    .command('trigger')
    .description('send an event to a receiver, or have the employee of a running sandbox cause it')
    .argument('<event>', 'name of an event of the interface');
  triggerOptions(trigger);
  trigger.action(async (event, flags) =>
    setExitCode(await (await import('./trigger.js')).triggerCommand(event, flags)),
  );
}

/** What is known without a target. */
function addKnowledge(conform: Command): void {
  conform
    .command('list')
    .description(
      'list the cases, the statements and how each is checked, the faults and dialects of the sandbox, or all variables',
    )
    .option('--statements', 'statements with their cases, the untestable ones, and the open questions')
    .addOption(new Option('--faults', 'names for serve --fault').conflicts('statements'))
    .addOption(new Option('--dialects', 'names for serve --dialect').conflicts(['statements', 'faults']))
    .addOption(
      new Option('--variables', 'the options of a run: flag, variable, place in the file').conflicts([
        'statements',
        'faults',
        'dialects',
      ]),
    )
    .option('--json', 'as JSON, with everything known about each')
    .option('--grep <pattern...>', 'only lines that match: part of one, or a glob over ids')
    .option('--spec <dir>', 'folder with the description of the interface')
    .action(async (flags) => setExitCode(await (await import('./list.js')).listCommand(flags)));
  conform
    .command('selftest')
    .description('prove that every check can fail: run them against mutants of the reference service')
    .option('--grep <pattern...>', 'only mutants that match: part of an id, or a glob')
    .option(
      '--all-cases',
      'run every case against each mutant, not only some of those that can kill it: takes much longer',
    )
    .option('--workers <number>', 'processes (default: one per processor)')
    .option('--out <dir>', 'folder for selftest.json and selftest.html', REPORTS_FOLDER)
    .option('--spec <dir>', 'folder with the description of the interface')
    .action(async (flags) => setExitCode(await (await import('./selftest.js')).selftestCommand(flags)));
  conform
    .command('explain')
    .argument('[id]', 'id of a case, statement or open question; code of a reason')
    .option('--all', 'everything there is to explain, one after the other')
    .option('--no-color', 'no colours')
    .option('--spec <dir>', 'folder with the description of the interface')
    .description('say what a case does, where a statement comes from, or what a reason means')
    .action(async (id, flags) => setExitCode(await (await import('./explain.js')).explainCommand(id, flags)));
}

/** What is made of the records of runs. */
function addRecords(conform: Command): void {
  conform
    .command('report')
    .argument('[paths...]', 'one folder, or results to compare: results.json files or their folders')
    .description('serve the reports of a run, list the runs of a folder, or compare runs and targets')
    .option('--open', 'open them in the browser')
    .option('--out <dir>', `folder with the reports, or for comparison.html (default: ${REPORTS_FOLDER})`)
    .option('--listen <host:port>', 'address to serve them on', '127.0.0.1:0')
    .action(async (paths, flags) =>
      setExitCode(await (await import('./report.js')).reportCommand(paths, flags)),
    );
  conform
    .command('diff')
    .description(
      'compare two runs, the earlier one first; exit 0: nothing changed for the worse, 1: something did, 2: unreadable',
    )
    .argument('<before>', 'results.json, or the folder with it')
    .argument('<after>', 'results.json, or the folder with it')
    .option('--html <file>', 'write the comparison as a page too')
    .option('--json', 'as JSON, for programs')
    .action(async (before, after, flags) =>
      setExitCode(await (await import('./diff.js')).diffCommand(before, after, flags)),
    );
  conform
    .command('merge')
    .description(
      'join the records of shards, versions or machines into one, with one verdict and all reports',
    )
    .argument('<paths...>', 'folders of runs, folders that hold such folders, or results.json files')
    .option('--out <dir>', 'folder for the merged reports', REPORTS_FOLDER)
    .option('--require-complete', 'exit 4 if a case was skipped, or is in none of them')
    .option('--json', 'print results.json to standard output instead of the summary')
    .option('--no-color', 'no colours')
    .option('--spec <dir>', 'folder with the description of the interface')
    .action(async (paths, flags) =>
      setExitCode(await (await import('./merge.js')).mergeCommand(paths, flags)),
    );
  conform
    .command('claim')
    .description('write the certificate of a run and a badge, with how to reproduce it')
    .argument('[run]', 'results.json, or its folder', REPORTS_FOLDER)
    .option('--out <dir>', 'folder for certificate.html and badge.svg (default: that of the run)')
    .action(async (run, flags) => setExitCode(await (await import('./claim.js')).claimCommand(run, flags)));
}

/** What is written to be used elsewhere: descriptions of the interface, baselines, configurations. */
function addFiles(conform: Command): void {
  conform
    .command('export')
    .description(
      'a version of the interface as openapi, asyncapi or postman; open questions are marked by x-…',
    )
    .argument('<format>', 'openapi, asyncapi or postman')
    .option('--api-version <version>', 'version of the interface (default: the newest)')
    .option('--from <path>', 'results.json, or its folder: what a run found out answers the open questions')
    .option(
      '--out <file>',
      'file to write, YAML if its name ends in .yaml or .yml (default: standard output)',
    )
    .option('--force', 'replace an existing file')
    .option('--spec <dir>', 'folder with the description of the interface')
    .action(async (format, flags) =>
      setExitCode(await (await import('./export.js')).exportCommand(format, flags)),
    );
  conform
    .command('baseline')
    .description(
      'write the failures and inconclusive cases of a run to a baseline file; you fill in the reasons',
    )
    .argument('[run]', `results.json, or its folder (default: ${REPORTS_FOLDER})`)
    .option('--results <path>', 'the same as [run]')
    .option('--out <file>', 'name of the file', 'baseline.yaml')
    .option('--force', 'replace an existing file')
    .action(async (run, flags) =>
      setExitCode(await (await import('./baseline.js')).baselineCommand(run, flags)),
    );
  const init = conform
    .command('init')
    .description('write a commented configuration file, or one with what is discovered about a target')
    .option('--out <file>', 'name of the file', 'conform.config.yaml')
    .option('--force', 'replace an existing file')
    .option('--from-discovery', 'ask the target what the interface does not show; the options below name it')
    .action(async (flags) => setExitCode(await (await import('./init.js')).initCommand(flags)));
  targetOptions(init);
}

const EXAMPLES = `
Without a command: run. conform run --help prints its options.

Examples:
  conform                        check the bundled reference service
  conform serve                  a sandbox to develop against
  conform trigger EVENT --to URL send an event to the gateway that you build
  conform doctor --base-url URL  what would prevent a check of a deployment
  conform --base-url URL         check it; the key comes from CONFORM_KEY
  conform explain ID             what a case does, by its id in the report`;

const EXPLORE_CODES = `
Exit codes are those of conform run: 0 where no walk failed, 1 where one did.
A walk is a case like any other; conform replay plays one again by its id.`;
