// The puzzle on the board, its history, and what is known of it.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Judgement, Puzzle, Reading } from '../pkg/exactone_web';
import { begun, call, latest, start, type Call } from './engine';
import { language, say } from './words';

export const SYMBOLS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HISTORY = 500;

export function emptyPuzzle(boxRows: number, boxColumns: number): Puzzle {
  return { boxRows, boxColumns, cells: new Array<number>((boxRows * boxColumns) ** 2).fill(0) };
}
export const sizeOf = (puzzle: Puzzle): number => puzzle.boxRows * puzzle.boxColumns;
export const symbol = (digit: number): string => SYMBOLS[digit - 1] ?? String(digit);

export const puzzle = signal<Puzzle>(emptyPuzzle(3, 3));
export const selected = signal(0);
/** Cells that some clause, clash or hint speaks of. */
export const lit = signal<ReadonlySet<number>>(new Set());
export const showCandidates = signal(false);
export const showAnswer = signal(false);
export const judgement = signal<Judgement | null>(null);
export const trueCandidates = signal<Uint8Array | null>(null);
export const count = signal<{ value: number; done: boolean; stopped: boolean }>({ value: 0, done: false, stopped: false });
export const message = signal('');
/** How many texts are on their way to the board: what is known of the puzzle on it then tells nothing of theirs. */
export const reading = signal(0);
/** How the cells of a 16x16 text are written: `letters` 1-G, `hex` 0-F, or as the text tells. */
export const symbols = signal<'' | 'letters' | 'hex'>('');

const past = signal<Puzzle[]>([]);
const future = signal<Puzzle[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

export function setPuzzle(next: Puzzle): void {
  batch(() => {
    past.value = [...past.value.slice(-HISTORY), puzzle.value];
    future.value = [];
    show(next);
  });
}

function show(next: Puzzle): void {
  if (next.cells.length !== puzzle.value.cells.length) selected.value = 0;
  puzzle.value = next;
  lit.value = new Set();
  message.value = '';
}

export function undo(): void {
  const previous = past.value.at(-1);
  if (!previous) return;
  batch(() => {
    past.value = past.value.slice(0, -1);
    future.value = [...future.value, puzzle.value];
    show(previous);
  });
}

export function redo(): void {
  const next = future.value.at(-1);
  if (!next) return;
  batch(() => {
    future.value = future.value.slice(0, -1);
    past.value = [...past.value, puzzle.value];
    show(next);
  });
}

export function setCell(cell: number, digit: number): void {
  const { boxRows, boxColumns, cells } = puzzle.value;
  if (cells[cell] === digit && !puzzle.value.allowed) return;
  setPuzzle({ boxRows, boxColumns, cells: cells.with(cell, digit) });
}

/** One character a cell. */
export const lineOf = (cells: readonly number[] | Uint8Array): string => Array.from(cells, (digit) => (digit ? symbol(digit) : '.')).join('');

/** The puzzle of a line as `lineOf` makes it, without asking the engine; nothing where the text is no such line. */
export function puzzleOf(line: string, boxRows: number, boxColumns: number): Puzzle | null {
  const size = boxRows * boxColumns;
  if (size < 1 || line.length !== size * size) return null;
  const cells = Array.from(line, (character) => (character === '.' || character === '0' ? 0 : SYMBOLS.indexOf(character) + 1 || -1));
  return cells.every((digit) => digit >= 0 && digit <= size) ? { boxRows, boxColumns, cells } : null;
}

/** The clues, and the answer where it is shown. */
export const shownCells = (): number[] => {
  const answer = showAnswer.value ? judgement.value?.first : undefined;
  return puzzle.value.cells.map((clue, cell) => clue || (answer?.[cell] ?? 0));
};

/** More characters than any puzzle takes; of a longer text the first is read. */
const MOST = 200_000;
/** The largest grid that is drawn. */
const LARGEST = 25;

/** Reads whatever text the command line reads; the board stays as it is where the text is no puzzle. */
export async function readText(text: string, boxes = ''): Promise<boolean> {
  const link = /#(p=\S+)/.exec(text)?.[1];
  if (link) {
    const fields = new URLSearchParams(link);
    return readText(fields.get('p') ?? '', fields.get('b') ?? '');
  }
  const [rows = 0, columns = 0] = boxes.split('x').map((side) => Math.trunc(Number(side)) || 0);
  const plain = rows * columns <= LARGEST ? puzzleOf(text, rows, columns) : null;
  if (plain) {
    setPuzzle(plain);
    showAnswer.value = false;
    return true;
  }
  const before = showAnswer.value;
  reading.value++;
  try {
    const { puzzle: read, message: problem } = await call<Reading>('read', text.slice(0, MOST), rows, columns, symbols.value, language.value);
    if (read && sizeOf(read) <= LARGEST) {
      setPuzzle(read);
      // "Solve" pressed in between asks for the answer to this text.
      if (showAnswer.value === before) showAnswer.value = false;
      return true;
    }
    message.value = read ? say('tooLarge', LARGEST) : problem;
    return false;
  } finally {
    reading.value--;
  }
}

const judge = latest();
let finding: Call<Uint8Array> | undefined;
let counting: Call<number> | undefined;

export function stopCounting(): void {
  counting?.cancel();
  count.value = { ...count.value, stopped: true };
}

// While typing, without a button: the verdict first, then what rests on it.
effect(() => {
  if (!begun.value) return;
  const now = puzzle.value;
  const words = language.value;
  judgement.value = null;
  count.value = { value: 0, done: false, stopped: false };
  counting?.cancel();
  counting = undefined;
  judge<Judgement>('judge', [now, words], (value) => {
    judgement.value = value;
  });
});

// The candidates true to the solutions, where they are seen.
const candidatesSeen = computed(() => judgement.value !== null && (showCandidates.value || puzzle.value.allowed !== undefined));
effect(() => {
  const now = puzzle.value;
  trueCandidates.value = null;
  finding?.cancel();
  finding = undefined;
  if (!candidatesSeen.value) return;
  finding = start<Uint8Array>('candidates', [now]);
  finding.promise.then((value) => (trueCandidates.value = value), () => undefined);
});

// The count takes the longest, so it begins when the verdict is there, and only where there is something to count.
effect(() => {
  const status = judgement.value?.status;
  if (status === undefined) return;
  const puzzleNow = puzzle.peek();
  if (status !== 'several') {
    count.value = { value: status === 'unique' ? 1 : 0, done: true, stopped: false };
    return;
  }
  count.value = { value: 2, done: false, stopped: false };
  const mine = start<number>('count', [puzzleNow, 1000], (value) => {
    if (counting === mine) count.value = { value: Math.max(value, 2), done: false, stopped: false };
  });
  counting = mine;
  mine.promise.then(
    (value) => {
      if (counting === mine) count.value = { value, done: true, stopped: false };
    },
    () => {
      if (counting === mine) count.value = { ...count.value, stopped: true };
    },
  );
});
