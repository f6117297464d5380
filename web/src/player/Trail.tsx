// The trail, one line a decision level; long levels are cut to what fits and say so.
import { lit, puzzle, sizeOf, symbol } from '../puzzle';
import { say } from '../words';
import { dimacs, state } from './search';

const SHOWN = 120;

export function name(literal: number): string {
  const size = sizeOf(puzzle.value);
  const variable = Math.abs(literal);
  if (dimacs.value !== null || variable > size ** 3) return String(literal);
  const cell = Math.floor((variable - 1) / size);
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}${literal > 0 ? '=' : '≠'}${symbol(((variable - 1) % size) + 1)}`;
}

export function Trail() {
  const trail = state.value?.trail ?? [];
  const levels: { literal: number; how: number }[][] = [];
  for (let place = 0; place < trail.length; place += 3) {
    const level = trail[place + 1] ?? 0;
    while (levels.length <= level) levels.push([]);
    levels[level]?.push({ literal: trail[place] ?? 0, how: trail[place + 2] ?? 0 });
  }
  const size = sizeOf(puzzle.value);
  return (
    <section class="trail" aria-labelledby="trail-title">
      <h3 id="trail-title">{say('trail')}</h3>
      <ol start={0} tabIndex={0} aria-label={say('trail')}>
        {levels.map((set, level) => (
          <li key={level} class={`level-${Math.min(level, 9)}`}>
            <b>{say('level', level)}</b>{' '}
            {set.length > SHOWN ? <span>… {set.length - SHOWN} …</span> : null}
            {set.slice(-SHOWN).map(({ literal, how }) => (
              <span
                key={literal}
                class={`literal ${['decided', 'propagated', 'pure'][how] ?? ''}${literal < 0 ? ' negative' : ''}`}
                onMouseEnter={() => {
                  const variable = Math.abs(literal);
                  if (dimacs.value === null && variable <= size ** 3) lit.value = new Set([Math.floor((variable - 1) / size)]);
                }}
              >
                {name(literal)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
