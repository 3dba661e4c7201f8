import { useState } from 'preact/hooks';

/** Copies a text, and says that it did. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text).catch(() => copyOldWay(text));
    setDone(true);
    setTimeout(() => setDone(false), 1_200);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {done ? 'copied' : children}
    </button>
  );
}

/** Off loopback and without TLS browsers have no clipboard for pages. */
function copyOldWay(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
