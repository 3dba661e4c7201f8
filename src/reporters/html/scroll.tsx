import type { ComponentChildren } from 'preact';

/** A part that scrolls sideways where it is too wide, also by keyboard. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // A part that scrolls must be reached by keyboard.
    <section class="scroll" aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}
