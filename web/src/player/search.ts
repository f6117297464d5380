// The recorded search: what is searched, where the player stands, and what the board shows of it.
import { batch, computed, effect, signal } from '@preact/signals';
import type { Graph, SearchEnd, SearchOptions, SearchState, Why } from '../../pkg/exactone_web';
import { begun, call, latest, start, type Call } from '../engine';
import { lit, puzzle, sizeOf } from '../puzzle';
import { language, say, told } from '../words';

export type View = 'clauses' | 'search' | 'race' | 'formulas' | 'proof';
export const view = signal<View>('clauses');

export const STEP_LIMIT = 100_000;
export const options = signal<SearchOptions>({
  engine: 'dpll', encoding: 'extended', branching: 'moms', pureLiterals: true, restarts: true, learning: true, whatIf: [], limit: STEP_LIMIT,
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
/** Why there is nothing to see, said in the language of now. */
export const problem = signal<(() => string) | null>(null);
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
  const steps = running.value;
  problem.value = () => say('stopped', steps);
}
const shower = latest();

/** States that are here already: the next one is asked for while the last is looked at, so that a step is painted in
 * the frame after its key. */
const known = new Map<number, SearchState>();
const KNOWN = 4;
let ahead: Call<SearchState> | undefined;
let soon: ReturnType<typeof setTimeout> | undefined;
let showing: Call<SearchState> | undefined;

function forget(): void {
  clearTimeout(soon);
  ahead?.cancel();
  known.clear();
}

/** What was searched last: who looks into another view and comes back finds the player where it stood. */
let last: unknown[] = [];

// The search runs when its view is open, and again when the puzzle or a switch changes.
effect(() => {
  if (!begun.value || view.value !== 'search') return;
  const source = dimacs.value ?? puzzle.value;
  const how = options.value;
  if (end.peek() && last[0] === source && last[1] === how) return;
  last = [source, how];
  forget();
  batch(() => {
    end.value = null;
    state.value = null;
    graph.value = null;
    tree.value = null;
    why.value = null;
    problem.value = null;
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
    failed: (reason) => (problem.value = () => told(reason)),
    progress: (steps) => (running.value = steps),
  });
});

// What one view points at means nothing in another.
effect(() => {
  lit.value = new Set(view.value === 'search' ? state.peek()?.cells : []);
});

// In another language the same step is said anew.
effect(() => {
  forget();
  if (language.value && state.peek()) go(position.peek());
});

function lookAhead(step: number): void {
  if (step < 0 || step > (end.value?.steps ?? 0) || known.has(step)) return;
  ahead?.cancel();
  const mine = start<SearchState>('show', [step, language.peek()]);
  ahead = mine;
  mine.promise.then(
    (next) => {
      for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size + 1 - KNOWN))) known.delete(oldest);
      known.set(step, next);
    },
    () => undefined,
  );
}

const grapher = latest();

function put(next: SearchState): void {
  const stride = next.position - position.peek();
  batch(() => {
    state.value = next;
    lit.value = new Set(next.cells);
    if (next.kind !== 'conflict') graph.value = null;
  });
  if (next.kind === 'conflict') grapher<Graph | null>('graph', [next.position, language.peek()], (value) => {
    if (position.peek() === next.position) graph.value = value;
  });
  if (why.peek()) askWhy(why.peek()?.literal ?? 0);
  // After the frame that shows this one.
  clearTimeout(soon);
  if (Math.abs(stride) <= 8) soon = setTimeout(() => lookAhead(next.position + (stride || 1)), 5);
}

/** Where the player stands or is on its way to: what is pressed on the way counts from there. */
let aim = 0;

/** Goes to a position; of several calls in a row only the newest is painted. */
export function go(step: number): void {
  const last = end.peek();
  if (!last) return;
  const target = Math.max(0, Math.min(step, last.steps));
  aim = target;
  const here = known.get(target);
  if (here) {
    showing?.cancel();
    put(here);
  } else showing = shower<SearchState>('show', [target, language.peek()], put);
}

const asker = latest();
export function askWhy(literal: number): void {
  asker<Why | null>('why', [position.peek(), literal, language.peek()], (answer) => {
    why.value = answer ? { ...answer, literal } : null;
  });
}

export const step = (by: number): void => go(aim + by);

// One jump after the other, each from where the one before leads.
let jumps: Promise<void> = Promise.resolve();
export function jump(kind: 'decide' | 'conflict' | 'learnt', direction: 1 | -1): Promise<void> {
  jumps = jumps.then(() => call<number>('find', kind, aim, direction)).then(
    (target) => (target < 0 ? undefined : go(target)),
    () => undefined,
  );
  return jumps;
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

/** Whether the board shows a search. */
export const searched = computed(() => overlay.value !== null);
