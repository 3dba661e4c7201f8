import type { CleanRun } from '../../record/selftest.js';

/** The correct services, each of which must pass. */
export function CleanRunsSection({ runs }: { runs: readonly CleanRun[] }) {
  if (runs.length === 0) return null;
  return (
    <section id="services" aria-labelledby="services-title">
      <h2 id="services-title">
        Correct services <span class="soft">{runs.length}</span>
      </h2>
      <p class="lead">
        The same interface, its open questions filled in different legal ways. What is configured is told to
        the run; what is discovered it finds out by itself.
      </p>
      <table class="kills">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">cases</th>
            <th scope="col">excepted</th>
            <th scope="col">false alarms</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ name, ran, alarms, excepted }) => (
            <tr key={name}>
              <th scope="row">{name.replace('/', ', ')}</th>
              <td>{ran}</td>
              <td class={excepted.length > 0 ? undefined : 'none'}>{excepted.length}</td>
              <td class={alarms.length > 0 ? 'failed' : 'none'}>{alarms.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
