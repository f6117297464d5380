// The grid itself: an ARIA grid with one focusable cell at a time, candidates inside the cells, and the state of a search.
import { computed } from '@preact/signals';
import { judgement, lit, puzzle, selected, setCell, showAnswer, showCandidates, sizeOf, symbol, trueCandidates, undo, redo } from '../puzzle';
import { askWhy, overlay, toggleWhatIf, whatIf } from '../player/search';
import { say } from '../words';

const clashing = computed(() => {
  const cells = new Set<number>();
  for (const clash of judgement.value?.clashes ?? []) clash.cells.forEach((cell) => cells.add(cell));
  for (const cell of judgement.value?.blamed ?? []) cells.add(cell);
  return cells;
});

const differing = computed(() => {
  const { first, second } = judgement.value ?? {};
  const cells = new Set<number>();
  if (first && second) first.forEach((digit, cell) => digit !== second[cell] && cells.add(cell));
  return cells;
});

/** The literal that a cell and a digit make. */
const literalOf = (cell: number, digit: number): number => cell * sizeOf(puzzle.value) + digit;

function move(event: KeyboardEvent, cell: number): void {
  const size = sizeOf(puzzle.value);
  const row = Math.floor(cell / size);
  const column = cell % size;
  const go = (r: number, c: number): void => {
    event.preventDefault();
    selected.value = ((r + size) % size) * size + ((c + size) % size);
    document.querySelector<HTMLElement>(`[data-cell="${selected.value}"]`)?.focus();
  };
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
    return;
  }
  switch (event.key) {
    case 'ArrowUp': return go(row - 1, column);
    case 'ArrowDown': return go(row + 1, column);
    case 'ArrowLeft': return go(row, column - 1);
    case 'ArrowRight': return go(row, column + 1);
    case 'Home': return go(row, 0);
    case 'End': return go(row, size - 1);
    case 'Delete':
    case 'Backspace':
    case '0':
    case '.':
      event.preventDefault();
      return setCell(cell, 0);
  }
  // Shift and a digit: a decision of one's own, where a search is shown.
  const shifted = event.shiftKey && overlay.value ? /^(?:Digit|Key)(.)$/.exec(event.code)?.[1] : undefined;
  for (let digit = 1; digit <= size; digit++) {
    if ((shifted ?? event.key.toUpperCase()) !== symbol(digit)) continue;
    event.preventDefault();
    return shifted ? toggleWhatIf(literalOf(cell, digit)) : setCell(cell, digit);
  }
}

export function Board() {
  const { cells, boxRows, boxColumns, allowed } = puzzle.value;
  const size = boxRows * boxColumns;
  const search = overlay.value;
  const answer = showAnswer.value ? judgement.value : null;
  const rows = Array.from({ length: size }, (_, row) => row);
  return (
    <div
      class={`board size-${size}${size > 9 ? ' large' : ''}`}
      role="grid"
      aria-label={say('board')}
      aria-describedby="board-help"
      style={`--size: ${size}; --box-columns: ${boxColumns}`}
    >
      {rows.map((row) => (
        <div role="row" class="row" key={row}>
          {rows.map((column) => {
            const cell = row * size + column;
            const clue = cells[cell] ?? 0;
            const first = answer?.first?.[cell] ?? 0;
            const second = answer?.second?.[cell] ?? 0;
            const found = search?.digit(cell) ?? 0;
            const shown = clue || found || first;
            const marks = !shown && (showCandidates.value || search !== null || allowed !== undefined);
            const level = !clue && found ? (search?.level(cell) ?? 0) : 0;
            const classes = [
              'cell',
              row % boxRows === 0 ? 'top' : '',
              column % boxColumns === 0 ? 'left' : '',
              clue ? 'clue' : '',
              lit.value.has(cell) ? 'lit' : '',
              clashing.value.has(cell) ? 'clash' : '',
              answer && differing.value.has(cell) ? 'differs' : '',
              !clue && found ? `found ${search?.how(cell) ?? ''}` : '',
              search?.now === cell ? 'now' : '',
            ];
            const what = clue ? say('clue', symbol(clue)) : shown ? say('answer', symbol(shown)) : say('empty');
            return (
              <div
                key={column}
                role="gridcell"
                class={classes.filter(Boolean).join(' ')}
                data-cell={cell}
                aria-label={say('cellLabel', row + 1, column + 1, what)}
                aria-selected={selected.value === cell}
                tabIndex={selected.value === cell ? 0 : -1}
                onFocus={() => (selected.value = cell)}
                onClick={(event) => {
                  selected.value = cell;
                  event.currentTarget.focus();
                  if (search && (found || clue)) askWhy(literalOf(cell, found || clue));
                }}
                onKeyDown={(event) => move(event, cell)}
              >
                {shown ? (
                  <span class="digit">
                    {symbol(shown)}
                    {!clue && !found && second && second !== first ? <small>{symbol(second)}</small> : null}
                  </span>
                ) : marks ? (
                  <Marks cell={cell} size={size} columns={boxColumns} />
                ) : null}
                {level > 0 ? <span class="depth" aria-hidden="true">{level}</span> : null}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Marks({ cell, size, columns }: { cell: number; size: number; columns: number }) {
  const search = overlay.value;
  const { allowed } = puzzle.value;
  const truth = trueCandidates.value;
  return (
    <span class="marks" style={`--columns: ${columns}`} aria-hidden="true">
      {Array.from({ length: size }, (_, index) => {
        const literal = cell * size + index + 1;
        const gone = allowed?.[literal - 1] === false || (search === null && truth !== null && truth[literal - 1] === 0);
        const refuted = search?.value(literal) === false;
        const tried = whatIf.value.includes(literal);
        return (
          <span
            key={index}
            class={`mark${gone ? ' gone' : ''}${refuted ? ' refuted' : ''}${tried ? ' tried' : ''}`}
            onClick={(event) => {
              event.stopPropagation();
              if (refuted && !tried) askWhy(-literal);
              else toggleWhatIf(literal);
            }}
          >
            {symbol(index + 1)}
          </span>
        );
      })}
    </span>
  );
}
