// The same puzzle under all four encodings.
import { effect, signal } from '@preact/signals';
import type { RaceLine } from '../../pkg/exactone_web';
import { begun, latest } from '../engine';
import { view } from '../player/search';
import { puzzle, sizeOf } from '../puzzle';
import { grouped, say } from '../words';

const lines = signal<RaceLine[]>([]);
const race = latest();

const ENCODINGS = ['minimal', 'efficient', 'extended', 'triads'] as const;
/** Milliseconds that the search under one encoding is given. */
const TIME = 3000;

// One encoding after the other, each shown as soon as it is there.
effect(() => {
  if (!begun.value || view.value !== 'race') return;
  const now = puzzle.value;
  lines.value = [];
  const run = (place: number): void => {
    const encoding = ENCODINGS[place];
    if (!encoding) return;
    race<RaceLine | undefined>('race', [now, encoding, TIME], (line) => {
      if (line) lines.value = [...lines.peek(), line];
      run(place + 1);
    });
  };
  run(0);
});

export function Race() {
  const cells = sizeOf(puzzle.value) ** 2;
  return (
    <div class="race">
      <h3>{say('race')}</h3>
      <p class="hint">{say('raceNote')}</p>
      <div class="scroll" tabIndex={0} role="region" aria-label={say('race')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('encoding')}</th>
              <th scope="col">{say('variables')}</th>
              <th scope="col">{say('clauses')}</th>
              <th scope="col">{say('raceFilled')}</th>
              <th scope="col">{say('raceFixed')}</th>
              <th scope="col">{say('decisions')}</th>
              <th scope="col">{say('conflicts')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.value.map((line) => (
              <tr key={line.encoding} data-testid={`race-${line.encoding}`}>
                <th scope="row">{say(line.encoding as 'minimal')}</th>
                <td>{grouped(line.variables)}</td>
                <td>{grouped(line.clauses)}</td>
                <td>
                  <meter min={0} max={cells} value={line.filled} aria-label={say('raceFilled')} /> <span>{line.contradiction ? say('raceUnit') : line.filled}</span>{line.contradiction ? '' : `/${cells}`} <span class="soft">{line.contradiction ? '' : `${(100 * line.filled / cells).toFixed(1)} %`}</span>
                </td>
                <td>{line.fixed}</td>
                <td>{grouped(line.decisions)}{line.decided ? '' : '+'}</td>
                <td>{grouped(line.conflicts)}{line.decided ? '' : '+'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
