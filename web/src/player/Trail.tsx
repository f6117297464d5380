// The trail by decision level. Rows have one height, so of a long trail only those in sight are drawn.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { lit, puzzle, sizeOf } from '../puzzle';
import { say } from '../words';
import { askWhy, dimacs, go, HOW, options, state, why } from './search';

/** Height of a row and width of a literal's name, at the usual size of type (as in the style sheet). */
const ROW_AT_16 = 26;
const COLUMN_AT_16 = 74;

interface Entry { literal: number; how: number }
type Row = { level: number; size: number } | { entries: Entry[] };

/** What a literal says, as the library's sentences spell it: digits are numbers there, whatever the board draws for them. */
export function name(literal: number): string {
  const size = sizeOf(puzzle.value);
  const variable = Math.abs(literal);
  if (dimacs.value !== null) return String(literal);
  if (variable > size ** 3) return options.value.encoding === 'triads' ? triad(literal, size) : `${literal < 0 ? '¬' : ''}x${variable}`;
  const cell = Math.floor((variable - 1) / size);
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}${literal > 0 ? '=' : '≠'}${((variable - 1) % size) + 1}`;
}

/** A helper of the encoding `triads`, named as the library's sentences name it: section 3 of column 9 has a 5. */
function triad(literal: number, size: number): string {
  const { boxRows, boxColumns } = puzzle.value;
  const place = Math.abs(literal) - 1 - size ** 3;
  const across = size * size * boxRows;
  const [line, sections, at] = place < across ? ['r', boxRows, place] : ['c', boxColumns, place - across];
  const section = Math.floor(at / size);
  return `${line}${Math.floor(section / sections) + 1}.${(section % sections) + 1}${literal > 0 ? '∋' : '∌'}${(at % size) + 1}`;
}

function rowsOf(trail: readonly number[], columns: number): Row[] {
  const rows: Row[] = [];
  let level = -1;
  let entries: Entry[] = [];
  let head: { level: number; size: number } | undefined;
  for (let place = 0; place < trail.length; place += 3) {
    const next = trail[place + 1] ?? 0;
    if (next !== level) {
      level = next;
      head = { level, size: 0 };
      rows.push(head);
      entries = [];
    } else if (entries.length === columns) entries = [];
    if (entries.length === 0) rows.push({ entries });
    entries.push({ literal: trail[place] ?? 0, how: trail[place + 2] ?? 1 });
    if (head) head.size++;
  }
  return rows;
}

const follow = signal(true);

export function Trail() {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 320, width: 300, type: 16 });
  const ROW = (ROW_AT_16 * seen.type) / 16;
  const COLUMN = (COLUMN_AT_16 * seen.type) / 16;
  const trail = state.value?.trail;
  const columns = Math.max(1, Math.floor((seen.width - 18) / COLUMN));
  const rows = useMemo(() => rowsOf(trail ?? [], columns), [trail, columns]);
  const count = rows.length;
  // The newest literals stay in sight unless the reader has scrolled away from them. Where that is follows from the
  // number of rows: the browser need not be asked, which would make it lay out the page in the middle of a step.
  const end = Math.max(0, count * ROW - seen.height);
  const top = follow.value ? end : seen.top;
  useEffect(() => {
    const at = box.current;
    if (!at) return;
    const watch = new ResizeObserver(() => {
      const { clientHeight: height, clientWidth: width } = at;
      const type = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setSeen((now) => (now.height === height && now.width === width && now.type === type ? now : { ...now, height, width, type }));
    });
    watch.observe(at);
    return () => watch.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (box.current && follow.value) box.current.scrollTop = end;
  }, [end]);
  const first = Math.max(0, Math.floor(top / ROW) - 4);
  const last = Math.min(count, Math.ceil((top + seen.height) / ROW) + 4);
  const size = sizeOf(puzzle.value);
  const cellsOf = (literal: number): Set<number> => {
    const variable = Math.abs(literal);
    return new Set(dimacs.value === null && variable <= size ** 3 ? [Math.floor((variable - 1) / size)] : []);
  };
  return (
    <section class="trail" aria-labelledby="trail-title">
      <h3 id="trail-title">{say('trail')}</h3>
      <div
        class="rows"
        ref={box}
        tabIndex={0}
        role="region"
        aria-labelledby="trail-title"
        onScroll={(event) => {
          const { scrollTop } = event.currentTarget;
          setSeen((now) => (now.top === scrollTop ? now : { ...now, top: scrollTop }));
          follow.value = scrollTop > end - 2 * ROW;
        }}
      >
        {count === 0 ? <p class="hint">{say('trailEmpty')}</p> : null}
        <div style={`height: ${count * ROW}px`}>
          {rows.slice(first, last).map((row, index) => (
            <div class="trail-row" key={first + index} style={`top: ${(first + index) * ROW}px`}>
              {'level' in row ? (
                <b class="level-name">{say('level', row.level)} <span class="soft">· {row.size}</span></b>
              ) : (
                row.entries.map(({ literal, how }) => (
                  <button
                    type="button"
                    tabIndex={-1}
                    key={literal}
                    class={`literal ${HOW[how] ?? ''}${literal < 0 ? ' negative' : ''}${why.value?.literal === literal ? ' picked' : ''}`}
                    onMouseEnter={() => (lit.value = cellsOf(literal))}
                    onClick={() => askWhy(literal)}
                  >
                    {name(literal)}
                  </button>
                ))
              )}
            </div>
          ))}
        </div>
      </div>
      <WhyBox />
    </section>
  );
}

/** The clause that made the picked literal true. */
function WhyBox() {
  const now = why.value;
  if (!now) return <p class="hint">{say('whyHint')}</p>;
  return (
    <div class="why" data-testid="why" onMouseEnter={() => (lit.value = new Set(now.cells))}>
      <p>
        <b class="literal">{name(now.literal)}</b> {now.sentence}
      </p>
      {now.labels.length > 1 ? <p class="literals">{now.labels.join(' ∨ ')}</p> : null}
      <button type="button" onClick={() => go(now.position)}>{say('whyGo', now.position)}</button>
    </div>
  );
}
