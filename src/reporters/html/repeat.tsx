import type { CaseRecord } from '../../record/types.js';
import { caseCommand } from '../repeat-command.js';
import { harOf } from './har.js';
import type { Model } from './model.js';
import { issueText, scenarioScript } from './repeat-texts.js';

/** Three ways to see it again: with conform, by hand, and told to somebody else; and its messages as a HAR file. */
export function Repeat({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const command = caseCommand(model.record, testCase);
  const script = scenarioScript(model, testCase);
  const har = `data:application/json;charset=utf-8,${encodeURIComponent(harOf(model, testCase))}`;
  return (
    <div class="repeat">
      <p class="label">Repeat it</p>
      {command !== null && <pre class="wire copy">{command}</pre>}
      {script !== null && (
        <details class="raw">
          <summary>the whole scenario with curl, with a fresh user</summary>
          <pre class="wire copy">{script}</pre>
        </details>
      )}
      <details class="raw">
        <summary>as an issue, in Markdown</summary>
        <pre class="wire copy">{issueText(model, testCase)}</pre>
      </details>
      {har.length < MOST_HAR && (
        <p>
          <a class="har" href={har} download={`${testCase.id.replaceAll('/', '_')}.har`}>
            HAR file of its exchanges
          </a>
        </p>
      )}
    </div>
  );
}

/** Longer ones stay out of the page. */
const MOST_HAR = 60_000;
