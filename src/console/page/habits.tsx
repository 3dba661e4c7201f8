import { useRef, useState } from 'preact/hooks';
import { ask, type State } from './store.js';

type Sandbox = NonNullable<State['sandbox']>;

/** The current dialect and faults, and a dialog to change them. */
export function HabitsButton({ sandbox }: { sandbox: Sandbox }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { dialect, faults } = sandbox.habits;
  // Opening it again discards unsaved changes.
  const [opened, setOpened] = useState(0);
  const open = (): void => {
    setOpened(opened + 1);
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" class="habits" onClick={open}>
        dialect <strong>{dialect}</strong>
        {faults.length > 0 && (
          <span class="mark bad">
            {faults.length} {faults.length === 1 ? 'fault' : 'faults'}
          </span>
        )}
      </button>
      <dialog ref={dialog} aria-labelledby="habits-title">
        <HabitsForm
          key={`${opened} ${dialect} ${faults.join()}`}
          sandbox={sandbox}
          onClose={() => dialog.current?.close()}
        />
      </dialog>
    </>
  );
}

function HabitsForm({ sandbox: { service, habits }, onClose }: { sandbox: Sandbox; onClose: () => void }) {
  const [dialect, setDialect] = useState(habits.dialect);
  const [faults, setFaults] = useState(habits.faults);
  const [typed, setTyped] = useState('');
  const [trouble, setTrouble] = useState('');
  const add = (name: string): void => {
    setTyped(name);
    if (!service.faults.some((fault) => fault.name === name) || faults.includes(name)) return;
    setFaults([...faults, name]);
    setTyped('');
  };
  const change = (event: Event): void => {
    event.preventDefault();
    setTrouble('');
    // A name typed but not chosen is unknown, or it would have been added: the service says so, and changes nothing.
    const left = typed.trim();
    ask('habits', { dialect, faults: left === '' ? faults : [...faults, left] }).then(
      onClose,
      (error: Error) => setTrouble(error.message),
    );
  };
  return (
    <form onSubmit={change}>
      <h2 id="habits-title">How the service behaves</h2>
      <label>
        <span>Dialect: how it fills what the interface leaves open</span>
        <select
          aria-describedby="dialect-summary"
          value={dialect}
          onChange={(event) => setDialect(event.currentTarget.value)}
        >
          {service.dialects.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p class="soft" id="dialect-summary">
        {service.dialects.find(({ name }) => name === dialect)?.summary}
      </p>
      <label>
        <span>Faults: what it does wrong on purpose</span>
        <input
          list="fault-names"
          placeholder="name of a fault"
          value={typed}
          onInput={(event) => add(event.currentTarget.value)}
        />
      </label>
      <datalist id="fault-names">
        {service.faults.map(({ name, summary }) => (
          <option key={name} value={name}>
            {summary}
          </option>
        ))}
      </datalist>
      {faults.length > 0 && (
        <ul class="chosen">
          {faults.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setFaults(faults.filter((fault) => fault !== name))}>
                {name} ✕<span class="hidden"> remove</span>
              </button>{' '}
              <span class="soft">{service.faults.find((fault) => fault.name === name)?.summary}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="soft">Keys and webhook addresses stay. Every user begins a new conversation.</p>
      {trouble !== '' && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="buttons end">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" class="send">
          Change
        </button>
      </div>
    </form>
  );
}
