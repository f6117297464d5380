// The grid itself: an ARIA grid with one focusable cell at a time, candidates inside the cells, and the state of a search.
import { computed } from '@preact/signals';
import { Component } from 'preact';
import { judgement, lit, puzzle, selected, setCell, showAnswer, showCandidates, sizeOf, symbol, SYMBOLS, trueCandidates, undo, redo } from '../puzzle';
import { askWhy, overlay, toggleWhatIf, whatIf } from '../player/search';
import { language, say, type Language } from '../words';

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

// The board listens for all of its cells, in place of three listeners in each and one in each candidate.
function cellOf(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined;
  return cell === undefined ? undefined : Number(cell);
}

function pick({ target }: MouseEvent): void {
  const cell = cellOf(target);
  if (cell === undefined || !(target instanceof Element)) return;
  const mark = target.closest('.mark');
  if (mark) {
    const literal = literalOf(cell, [...(mark.parentElement?.children ?? [])].indexOf(mark) + 1);
    if (mark.classList.contains('refuted')) askWhy(-literal);
    else toggleWhatIf(literal);
    return;
  }
  selected.value = cell;
  const element = target.closest<HTMLElement>('[data-cell]');
  element?.focus();
  const shown = overlay.value ? SYMBOLS.indexOf(element?.querySelector('.digit')?.firstChild?.textContent ?? ' ') + 1 : 0;
  if (shown) askWhy(literalOf(cell, shown));
}

export function Board() {
  const { boxRows, boxColumns } = puzzle.value;
  const size = boxRows * boxColumns;
  const rows = Array.from({ length: size }, (_, row) => row);
  return (
    <div
      class={`board size-${size}${size > 9 ? ' large' : ''}`}
      role="grid"
      aria-label={say('board')}
      aria-describedby="board-help"
      style={`--size: ${size}; --columns: ${boxColumns}; --rows: ${boxRows}`}
      onFocusIn={(event) => (selected.value = cellOf(event.target) ?? selected.value)}
      onClick={pick}
      onKeyDown={(event) => {
        const cell = cellOf(event.target);
        if (cell !== undefined) move(event, cell);
      }}
    >
      {rows.map((row) => (
        <div role="row" class="row" key={row}>
          {rows.map((column) => (
            <Cell key={column} {...looks(row * size + column, row, column)} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** All that is seen of a cell. A step changes few of them, and only those are drawn again. */
interface Looks {
  cell: number;
  classes: string;
  /** Cells of a row. */
  size: number;
  clue: boolean;
  language: Language;
  chosen: boolean;
  shown: number;
  /** A digit of the second solution where it differs. */
  other: number;
  level: number;
  /** A letter a candidate: as it is, gone, refuted, tried. */
  marks: string;
}

function looks(cell: number, row: number, column: number): Looks {
  const { cells, boxRows, boxColumns, allowed } = puzzle.value;
  const size = boxRows * boxColumns;
  const search = overlay.value;
  const answer = showAnswer.value ? judgement.value : null;
  const clue = cells[cell] ?? 0;
  const second = answer?.second?.[cell] ?? 0;
  const first = answer?.first?.[cell] ?? 0;
  const found = search?.digit(cell) ?? 0;
  const shown = clue || found || first;
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
  let marks = '';
  if (!shown && (showCandidates.value || search !== null || allowed !== undefined)) {
    const truth = search === null ? trueCandidates.value : null;
    const tried = whatIf.value;
    for (let literal = cell * size + 1; literal <= (cell + 1) * size; literal++) {
      if (tried.includes(literal)) marks += 't';
      else if (allowed?.[literal - 1] === false || (truth !== null && truth[literal - 1] === 0)) marks += 'g';
      else marks += (search?.value(literal) ?? 0) < 0 ? 'r' : '.';
    }
  }
  return {
    cell,
    classes: classes.filter(Boolean).join(' '),
    size,
    clue: clue > 0,
    language: language.value,
    chosen: selected.value === cell,
    shown,
    other: !clue && !found && second !== first ? second : 0,
    level: !clue && found ? (search?.level(cell) ?? 0) : 0,
    marks,
  };
}

/** What a screen reader says of a cell. It is an attribute, which needs no layout, but for cells whose candidates are to be seen: the
 * name would have to hold all of them, also those that are struck out. */
function labelOf({ cell, size, clue, shown, level, marks }: Looks): string {
  const open = (): string => [...marks].flatMap((mark, index) => (mark === '.' || mark === 't' ? [symbol(index + 1)] : [])).join(' ');
  const empty = (): string => (marks ? say('candidatesOf', open()) : say('empty'));
  const what = clue ? say('clue', symbol(shown)) : shown ? say('answer', symbol(shown)) : empty();
  return say('cellLabel', Math.floor(cell / size) + 1, (cell % size) + 1, level > 0 ? `${what} · ${say('level', level)}` : what);
}

class Cell extends Component<Looks> {
  override shouldComponentUpdate(next: Looks): boolean {
    const now = this.props;
    for (const key in next) if (next[key as keyof Looks] !== now[key as keyof Looks]) return true;
    return false;
  }

  override render(looks: Looks) {
    const { cell, classes, size, chosen, shown, other, level, marks } = looks;
    return (
      <div
        role="gridcell"
        class={classes}
        data-cell={cell}
        data-level={level > 0 ? level : undefined}
        style={`left: ${(100 * (cell % size)) / size}%; top: ${(100 * Math.floor(cell / size)) / size}%`}
        aria-label={marks ? undefined : labelOf(looks)}
        aria-selected={chosen}
        tabIndex={chosen ? 0 : -1}
      >
        {marks ? <span class="visually-hidden">{labelOf(looks)}</span> : null}
        {shown ? (
          <span class="digit" aria-hidden="true">
            {symbol(shown)}
            {other ? <small>{symbol(other)}</small> : null}
          </span>
        ) : marks ? (
          <Marks marks={marks} />
        ) : null}
      </div>
    );
  }
}

const MARK: Readonly<Record<string, string>> = { g: 'mark gone', r: 'mark refuted', t: 'mark tried' };

function Marks({ marks }: { marks: string }) {
  return (
    <span class="marks" aria-hidden="true">
      {[...marks].map((mark, index) => (
        <span key={index} class={MARK[mark] ?? 'mark'}>{symbol(index + 1)}</span>
      ))}
    </span>
  );
}
