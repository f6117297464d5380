// The engine's end. Every call is a task of its own; long ones go in slices, so that others, and a cancel, are heard
// between two of them.
import init, { Check, Count, Judge, Marks, Prover, Search, clauses, encode, form, formula, race, read } from '../pkg/exactone_web';
import type { ClauseFilter, Puzzle, SearchOptions } from '../pkg/exactone_web';

interface Request {
  id: number;
  method: string;
  args: unknown[];
  cancel?: boolean;
}

/** Thrown inside a task that was given up. */
class Cancelled extends Error {}

const running = new Set<number>();
const cancelled = new Set<number>();
let search: Search | undefined;

const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** Repeats `slice` until it says that it is done; tells how far it is at most every 50 ms. */
async function slices(id: number, slice: () => boolean, progress?: () => number): Promise<void> {
  let told = performance.now();
  while (!slice()) {
    await breathe();
    if (cancelled.has(id)) throw new Cancelled();
    if (progress && performance.now() - told > 50) {
      told = performance.now();
      postMessage({ id, progress: progress() });
    }
  }
}

/** Uses an object of the libraries and gives its memory back, however the use ends. */
async function using<T extends { free(): void }, V>(object: T, use: (object: T) => V | Promise<V>): Promise<V> {
  try {
    return await use(object);
  } finally {
    object.free();
  }
}

type Method = (id: number, ...args: never[]) => unknown;

const methods: Record<string, Method> = {
  read: (_, text: string, boxRows: number, boxColumns: number, symbols: string, language: string) =>
    read(text, boxRows, boxColumns, symbols, language),
  encode: (_, puzzle: Puzzle, encoding: string) => encode(puzzle, encoding),
  clauses: (_, puzzle: Puzzle, encoding: string, filter: ClauseFilter, language: string) => clauses(puzzle, encoding, filter, language),
  race: (_, puzzle: Puzzle, encoding: string, time: number) => race(puzzle, encoding, time),
  formula: (_, text: string, language: string, time: number) => formula(text, language, time),
  form: (_, text: string, name: string, time: number) => form(text, name, time),
  judge: (id, puzzle: Puzzle, language: string) =>
    using(new Judge(puzzle), async (judge) => {
      await slices(id, () => judge.advance());
      return judge.judgement(language);
    }),
  candidates: (id, puzzle: Puzzle) =>
    using(new Marks(puzzle), async (marks) => {
      await slices(id, () => marks.advance());
      return marks.found();
    }),
  count: (id, puzzle: Puzzle, limit: number) =>
    using(new Count(puzzle, limit), async (count) => {
      await slices(id, () => count.advance(), () => count.count());
      return count.count();
    }),
  search: async (id, source: Puzzle | string, options: SearchOptions) => {
    const made = typeof source === 'string' ? Search.of_dimacs(source, options) : Search.of_puzzle(source, options);
    try {
      await slices(id, () => made.advance(), () => made.steps());
    } catch (error) {
      made.free();
      throw error;
    }
    search?.free();
    search = made;
    return { end: made.end(), tree: made.tree() };
  },
  show: (_, position: number, language: string) => {
    if (!search) throw new Error('no search');
    return search.state(position, language);
  },
  graph: (_, position: number, language: string) => search?.graph(position, language) ?? null,
  why: (_, position: number, literal: number, language: string) => search?.why(position, literal, language) ?? null,
  find: (_, kind: string, from: number, direction: number) => search?.find(kind, from, direction) ?? -1,
  prove: (id, puzzle: Puzzle, encoding: string, solution: Uint8Array | undefined) =>
    using(new Prover(puzzle, encoding, solution), async (prover) => {
      await slices(id, () => prover.advance(), () => prover.steps());
      return prover.finish();
    }),
  verify: (id, cnf: string, proof: string) =>
    using(new Check(cnf, proof), async (check) => {
      await slices(id, () => check.advance(), () => check.percent());
      return check.verdict();
    }),
};

async function run({ id, method, args }: Request): Promise<void> {
  running.add(id);
  try {
    await started;
    const value = await methods[method]?.(id, ...(args as never[]));
    if (!cancelled.has(id)) postMessage({ id, value });
  } catch (error) {
    // What the libraries say, they say in both languages.
    const en = error instanceof Error ? error.message : String(error);
    if (!(error instanceof Cancelled)) postMessage({ id, error: { en, zh: (error as { zh?: string }).zh ?? en } });
  }
  running.delete(id);
  cancelled.delete(id);
}

onmessage = ({ data }: MessageEvent<Request>) => {
  if (!data.cancel) void run(data);
  else if (running.has(data.id)) cancelled.add(data.id);
};

// What is asked before the WebAssembly is there waits for it.
const started = init();
started.then(
  () => postMessage({ ready: true }),
  (error: unknown) => postMessage({ ready: String(error) }),
);
