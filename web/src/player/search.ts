// The recorded search: what is searched, where the player stands, and what the board shows of it.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Graph, SearchEnd, SearchOptions, SearchState, Why } from '../../pkg/exactone_web';
import { call, latest, ready, type Call } from '../engine';
import { lit, puzzle, sizeOf } from '../puzzle';
import { language, say } from '../words';

export type View = 'clauses' | 'search' | 'race' | 'formulas' | 'proof';
export const view = signal<View>('clauses');

export const STEP_LIMIT = 100_000;
export const options = signal<SearchOptions>({
  engine: 'dpll', encoding: 'extended', branching: 'moms', pureLiterals: true, restarts: true, whatIf: [], limit: STEP_LIMIT,
});
/** DIMACS text searched instead of the puzzle. */
export const dimacs = signal<string | null>(null);
export const end = signal<SearchEnd | null>(null);
export const state = signal<SearchState | null>(null);
export const graph = signal<Graph | null>(null);
export const tree = signal<Int32Array | null>(null);
/** Why the literal that was picked is true; kept up to date while it is. */
export const why = signal<(Why & { literal: number }) | null>(null);
export const running = signal(0);
export const problem = signal('');
export const position = computed(() => state.value?.position ?? 0);
export const whatIf = computed(() => options.value.whatIf);

export function toggleWhatIf(literal: number): void {
  const has = options.value.whatIf.includes(literal);
  options.value = { ...options.value, whatIf: has ? options.value.whatIf.filter((other) => other !== literal) : [...options.value.whatIf, literal] };
  view.value = 'search';
}

let wantedStep = 0;
export function seek(step: number): void {
  wantedStep = step;
  if (end.value) go(step);
}

const runner = latest();
let searching: Call<unknown> | undefined;

/** Ends a search that takes too long. */
export function stopSearch(): void {
  searching?.cancel();
  problem.value = say('stopped', running.value);
}
const shower = latest();

// The search runs when its view is open, and again when the puzzle or a switch changes.
effect(() => {
  if (ready.value !== 'ready' || view.value !== 'search') return;
  const source = dimacs.value ?? puzzle.value;
  const how = options.value;
  batch(() => {
    end.value = null;
    state.value = null;
    graph.value = null;
    tree.value = null;
    why.value = null;
    problem.value = '';
    running.value = 0;
  });
  searching = runner<{ end: SearchEnd; tree: Int32Array }>('search', [source, how], {
    done: (value) => {
      batch(() => {
        end.value = value.end;
        tree.value = value.tree;
      });
      go(Math.min(wantedStep, value.end.steps));
      wantedStep = 0;
    },
    failed: (reason) => (problem.value = reason),
    progress: (steps) => (running.value = steps),
  });
});

// In another language the same step is said anew.
effect(() => {
  if (language.value && state.peek()) go(position.peek());
});

/** Goes to a position; of several calls in a row only the newest is painted. */
export function go(step: number): void {
  const last = end.value;
  if (!last) return;
  shower<{ state: SearchState; graph: Graph | null }>('show', [Math.max(0, Math.min(step, last.steps)), language.value], (value) => {
    batch(() => {
      state.value = value.state;
      graph.value = value.graph;
      lit.value = new Set(value.state.cells);
    });
    if (why.peek()) askWhy(why.peek()?.literal ?? 0);
  });
}

const asker = latest();
export function askWhy(literal: number): void {
  asker<Why | null>('why', [literal, language.value], (answer) => {
    why.value = answer ? { ...answer, literal } : null;
  });
}

export async function jump(kind: 'decide' | 'conflict' | 'learnt', direction: 1 | -1): Promise<void> {
  const target = await call<number>('find', kind, position.value, direction);
  if (target >= 0) go(target);
}

/** How a literal came to be true, as the worker numbers it. */
export const HOW = ['decided', 'propagated', 'pure'] as const;

/** What the board shows of the search: the value of each cell's literals, and how it came about. */
export const overlay = computed(() => {
  const now = state.value;
  if (view.value !== 'search' || !now || dimacs.value !== null) return null;
  const size = sizeOf(puzzle.value);
  const last = size ** 3;
  const values = new Int8Array(last + 1);
  const places = new Int32Array(last + 1);
  const digits = new Uint8Array(size * size);
  for (let place = 0; place < now.trail.length; place += 3) {
    const literal = now.trail[place] ?? 0;
    const variable = Math.abs(literal);
    if (variable > last) continue;
    values[variable] = Math.sign(literal);
    places[variable] = place;
    if (literal > 0) digits[Math.floor((literal - 1) / size)] = ((literal - 1) % size) + 1;
  }
  const place = (cell: number): number => places[cell * size + (digits[cell] ?? 0)] ?? 0;
  const here = Math.abs(now.literal);
  return {
    value: (literal: number): number => values[literal] ?? 0,
    digit: (cell: number): number => digits[cell] ?? 0,
    level: (cell: number): number => now.trail[place(cell) + 1] ?? 0,
    how: (cell: number): string => HOW[now.trail[place(cell) + 2] ?? 1] ?? '',
    /** The cell that the last step was about. */
    now: here > 0 && here <= last ? Math.floor((here - 1) / size) : -1,
  };
});
