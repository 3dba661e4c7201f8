import { useState } from 'preact/hooks';

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    const done = await copied(text);
    setSaid(done ? 'copied' : 'not allowed: select it');
    setTimeout(() => setSaid(''), 1_200);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {said || children}
    </button>
  );
}

async function copied(text: string): Promise<boolean> {
  // Off loopback and without TLS browsers give pages no clipboard.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return copyOldWay(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copyOldWay(text),
  );
}

function copyOldWay(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/** A field whose text filters a list; the placeholder says by what. */
export function SearchField({ label, placeholder, text, onText }: SearchFieldProps) {
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
    />
  );
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
}

/** A time of day, to the second. */
export function When({ at }: { at: number }) {
  const time = new Date(at).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  });
  return <span class="when">{time}</span>;
}
