import { useEffect, useState } from 'preact/hooks';
import { prettyJson } from '../../reporters/html/case/pretty-json.js';
import { clock, span } from '../moments.js';
import type { Detail, Row } from '../protocol.js';
import { ask } from './connection.js';
import { CopyButton } from './copy-button.js';

/** All that is known of one line of the network. */
export function DetailPane({ id, row, onClose }: { id: number; row: Row | null; onClose: () => void }) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [trouble, setTrouble] = useState('');
  const stamp = JSON.stringify(row);
  useEffect(() => {
    ask<Detail>('entry', id).then(setDetail, (error: Error) => setTrouble(error.message));
  }, [id, stamp]);
  const resend = (): void => {
    setTrouble('');
    ask('resend', id).catch((error: Error) => setTrouble(error.message));
  };
  return (
    <section class="detail" aria-label="Details">
      <div class="detail-head">
        <h3>{detail ? detail.row.what : 'One moment'}</h3>
        <span class="buttons">
          {detail?.curl != null && <CopyButton text={detail.curl}>copy curl</CopyButton>}
          {detail?.canResend && (
            <button type="button" onClick={resend}>
              {detail.row.nextAt === null ? 'send again' : 'send now'}
            </button>
          )}
          <button type="button" aria-label="Close the details" onClick={onClose}>
            ✕
          </button>
        </span>
      </div>
      {trouble !== '' && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {detail && <Known detail={detail} />}
    </section>
  );
}

function Known({ detail: { row, breaches, attempts, facts, bodies, curl } }: { detail: Detail }) {
  return (
    <>
      {breaches.length > 0 && (
        <ul class="breaches">
          {breaches.map(({ section, level, text }) => (
            <li class={level} key={text}>
              <strong>§{section}</strong> {level === 'expected' && <em>advice</em>} {text}
            </li>
          ))}
        </ul>
      )}
      {attempts.length > 0 && (
        <ol class="attempts">
          {attempts.map(({ at, status, failure, tookMs }, nth) => (
            <li key={at}>
              <span class="when">{clock(at)}</span> attempt {nth + 1}: {status ?? failure} in {span(tookMs)}
            </li>
          ))}
          {row.nextAt !== null && <li>next at {clock(row.nextAt)}</li>}
        </ol>
      )}
      <dl class="facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bodies.map(({ title, text, size }) => (
        <div class="body" key={title}>
          <div class="detail-head">
            <h4>
              {title} <span class="soft">{size} bytes</span>
            </h4>
            <CopyButton text={text}>copy</CopyButton>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre tabIndex={0}>{prettyJson(text) ?? text}</pre>
        </div>
      ))}
      {curl !== null && (
        <div class="body">
          <h4>Shell</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre tabIndex={0}>{curl}</pre>
        </div>
      )}
    </>
  );
}
