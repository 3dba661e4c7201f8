import { useRef, useState } from 'preact/hooks';
import type { ReplyForm } from '../protocol.js';

/** Where the employee writes: a text, or a file by its link. */
export function Composer({
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
