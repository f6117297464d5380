// The examples menu. What each entry says that it shows is asserted by a test of crates/exactone-web.
import { batch, effect, signal } from '@preact/signals';
import list from './examples.json';
import { openFile, statements } from './formulas/files';
import { dimacs, options, seek, view, type View } from './player/search';
import { puzzle, readText, showAnswer } from './puzzle';
import type { Language } from './words';

export interface Example {
  id: string;
  name: Record<Language, string>;
  shows: Record<Language, string>;
  view: string;
  puzzle?: string;
  file?: string;
  dimacs?: string;
  engine?: string;
  encoding?: string;
  answer?: boolean;
}

export const EXAMPLES: readonly Example[] = list;
/** The one that was chosen last; what it shows is said under the header. */
export const example = signal<Example | null>(null);

export async function openExample(id: string): Promise<void> {
  const chosen = EXAMPLES.find((entry) => entry.id === id);
  if (!chosen) return;
  if (chosen.puzzle) await readText(chosen.puzzle, chosen.puzzle.length === 81 ? '3x3' : '');
  batch(() => {
    example.value = chosen;
    if (chosen.file) openFile(chosen.file);
    dimacs.value = chosen.dimacs ?? null;
    options.value = {
      ...options.value, whatIf: [], restarts: true, learning: true, pureLiterals: true, branching: 'moms',
      engine: chosen.engine ?? options.value.engine, encoding: chosen.encoding ?? options.value.encoding,
    };
    showAnswer.value = chosen.answer ?? false;
    view.value = chosen.view as View;
    seek(0);
    opened = [puzzle.value, dimacs.value, statements.value];
  });
}

// What an example shows is said as long as it is what is shown.
let opened: unknown[] = [];
effect(() => {
  const now = [puzzle.value, dimacs.value, statements.value];
  if (example.peek() && now.some((part, place) => part !== opened[place])) example.value = null;
});

/** A puzzle beside statements and formulas, so that the board is never empty. */
export function openFirstBoard(): void {
  void readText(EXAMPLES.find((entry) => entry.id === 'first')?.puzzle ?? '', '3x3');
}

/** What the page opens with. */
export function openFirst(): void {
  openFirstBoard();
  void openExample(EXAMPLES[0]?.id ?? '');
}
