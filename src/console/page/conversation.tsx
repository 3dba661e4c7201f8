import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Conversation, ReplyForm, ShownMessage, UserSummary } from '../protocol.js';
import { When } from './controls.js';
import { ask, type State } from './store.js';

/** One user's conversations, and what the employee can do in the current one. */
export function ConversationPane({
  user,
  sandbox,
  changes,
  hasAddress,
  onBack,
}: {
  user: UserSummary;
  sandbox: NonNullable<State['sandbox']>;
  changes: number;
  hasAddress: boolean;
  onBack: () => void;
}) {
  const { point, key } = user;
  const [talk, setTalk] = useState<Conversation | null>(null);
  const [trouble, setTrouble] = useState('');
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    ask<Conversation | null>('conversation', { point, key }).then(setTalk, (error: Error) =>
      setTrouble(error.message),
    );
  }, [point, key, changes]);
  const count = talk?.messages.length ?? 0;
  useLayoutEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [count]);
  const act = async (action: string, parameters: Record<string, unknown>): Promise<boolean> => {
    setTrouble('');
    try {
      await ask('act', {
        point,
        action,
        parameters: { [sandbox.service.names.user]: user.id, ...parameters },
      });
      return true;
    } catch (error) {
      setTrouble((error as Error).message);
      return false;
    }
  };
  const isOpen = user.destination !== null;
  return (
    <section class="talk" aria-label={`Conversation with ${user.person ?? user.id}`}>
      <div class="talk-head">
        <button type="button" class="back" aria-label="Back to all users" onClick={onBack}>
          ←
        </button>
        <h3 title={user.id}>{user.person ?? user.id}</h3>
        <span class={`mark ${isOpen ? 'good' : 'open'}`}>{user.destination ?? 'no destination'}</span>
        <button type="button" disabled={!isOpen} onClick={() => void act(sandbox.service.close, {})}>
          close
        </button>
      </div>
      {talk && talk.card.length > 0 && (
        <dl class="card">
          {talk.card.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ol class="messages" ref={end} tabIndex={0} aria-label="Messages">
        {talk?.messages.map((message) => (
          <Message key={`${message.id}${message.waits}`} message={message} />
        ))}
      </ol>
      {trouble !== '' && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {isOpen ? (
        <>
          {!hasAddress && <p class="hint">No webhook address is set: replies are kept for a day.</p>}
          <Composer forms={sandbox.service.replies} onSend={act} />
        </>
      ) : (
        <p class="hint">Employees can answer once the gateway has selected a destination.</p>
      )}
    </section>
  );
}

const WAITS = {
  selection: 'kept until a destination is selected',
  login: 'waits for a login',
  address: 'kept until a webhook address is set',
  'given-up': 'not delivered: the gateway did not accept it',
};

function Message({ message }: { message: ShownMessage }) {
  const { fromUser, content, isLink, details, destination, waits, at } = message;
  return (
    <li class={`${fromUser ? 'theirs' : 'ours'} ${waits && waits !== 'given-up' ? 'kept' : ''}`}>
      <span class="hidden">{fromUser ? 'User: ' : 'Employee: '}</span>
      {isLink ? <FileLink url={content} details={details} /> : <p>{content}</p>}
      <span class="soft">
        <When at={at} />
        {destination !== null && ` · ${destination}`}
        {waits && <span class={`mark ${waits === 'given-up' ? 'bad' : 'open'}`}>{WAITS[waits]}</span>}
      </span>
    </li>
  );
}

/** A user's link is shown as text unless it leads to a web page. */
function FileLink({ url, details }: { url: string; details: ShownMessage['details'] }) {
  return (
    <>
      <p class="file">
        {/^https?:/i.test(url) ? (
          <a href={url} target="_blank" rel="noreferrer noopener">
            {url}
          </a>
        ) : (
          url
        )}
      </p>
      {details.length > 0 && (
        <dl class="card">
          {details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Where the employee writes: a text, or a file by its link. */
function Composer({
  forms,
  onSend,
}: {
  forms: readonly ReplyForm[];
  onSend: (action: string, parameters: Record<string, unknown>) => Promise<boolean>;
}) {
  const [action, setAction] = useState(forms[0]?.action ?? '');
  const element = useRef<HTMLFormElement>(null);
  const form = forms.find((replyForm) => replyForm.action === action) ?? forms[0];
  if (!form) return null;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const written = new FormData(element.current ?? undefined);
    const parameters = Object.fromEntries(
      form.fields.map(({ name, kind }) => {
        const text = String(written.get(name) ?? '');
        return [name, kind === 'number' ? Number(text) : text];
      }),
    );
    if (await onSend(form.action, parameters)) element.current?.reset();
  };
  return (
    <form class="composer" ref={element} onSubmit={(event) => void send(event)}>
      <fieldset class="buttons">
        <legend class="hidden">What the employee sends</legend>
        {forms.map((replyForm) => (
          <button
            type="button"
            key={replyForm.action}
            aria-pressed={replyForm === form}
            onClick={() => setAction(replyForm.action)}
          >
            {replyForm.fields[0]?.kind === 'link' ? 'File' : 'Text'}
          </button>
        ))}
      </fieldset>
      <div class="fields">
        {form.fields.map(({ name, kind, sample }, at) => (
          <Field key={`${form.action} ${name}`} name={name} kind={kind} sample={sample} isWide={at === 0} />
        ))}
      </div>
      <button type="submit" class="send">
        Send
      </button>
    </form>
  );
}

function Field({ name, kind, sample, isWide }: ReplyForm['fields'][number] & { isWide: boolean }) {
  const label = name.replaceAll('_', ' ');
  if (isWide && kind === 'text')
    return (
      <textarea
        name={name}
        aria-label={`Reply: ${label}`}
        placeholder="Write a reply"
        rows={2}
        required
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
    );
  const given = { id: `reply-${name}`, name, defaultValue: sample, required: true };
  return (
    <div class={isWide ? 'wide' : ''}>
      <label for={given.id}>{label}</label>
      {kind === 'number' ? (
        <input type="number" {...given} />
      ) : kind === 'link' ? (
        <input type="url" {...given} />
      ) : (
        <input type="text" {...given} />
      )}
    </div>
  );
}
