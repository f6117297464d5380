// A link that carries puzzle, encoding, engine, switches and step number; nothing leaves the page, it is all in the fragment.
import { lineOf, puzzle, readText, symbol } from './puzzle';
import { options, position, seek, view, type View } from './player/search';

/** The address of what is shown; it becomes the page's own where `here` says so. */
export function linkOf(here = false): string {
  const { cells, boxRows, boxColumns, allowed } = puzzle.value;
  const size = boxRows * boxColumns;
  const line = allowed ? allowed.map((yes, place) => (yes ? symbol((place % size) + 1) : '.')).join('') : lineOf(cells);
  const { engine, encoding, branching, pureLiterals, restarts, whatIf } = options.value;
  const fields = new URLSearchParams({ p: line, b: `${boxRows}x${boxColumns}`, v: view.value, g: engine, e: encoding, r: branching });
  if (!pureLiterals) fields.set('pure', '0');
  if (!restarts) fields.set('restarts', '0');
  if (whatIf.length > 0) fields.set('w', whatIf.join(','));
  if (view.value === 'search' && position.value > 0) fields.set('s', String(position.value));
  const link = `${location.href.split('#')[0]}#${fields}`;
  if (here) history.replaceState(null, '', link);
  return link;
}

/** Puts text on the clipboard; says whether it could. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page opened from a file has no clipboard of its own; what is selected can still be copied.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
}

const VIEWS: readonly View[] = ['clauses', 'search', 'race', 'formulas', 'proof'];

/** Opens what the address carries; says whether it carried anything. */
export async function openLink(): Promise<boolean> {
  const fields = new URLSearchParams(location.hash.slice(1));
  const line = fields.get('p');
  if (!line || !(await readText(line, fields.get('b') ?? ''))) return false;
  const text = (key: string, known: readonly string[], or: string): string => known.find((word) => word === fields.get(key)) ?? or;
  const step = Number(fields.get('s'));
  if (Number.isInteger(step) && step > 0) seek(step);
  options.value = {
    ...options.value,
    engine: text('g', ['dpll', 'cdcl'], 'dpll'),
    encoding: text('e', ['minimal', 'efficient', 'extended', 'triads'], 'extended'),
    branching: text('r', ['first', 'moms', 'jeroslow-wang'], 'moms'),
    pureLiterals: fields.get('pure') !== '0',
    restarts: fields.get('restarts') !== '0',
    whatIf: (fields.get('w') ?? '').split(',').map(Number).filter((literal) => Number.isInteger(literal) && literal !== 0),
  };
  view.value = VIEWS.find((name) => name === fields.get('v')) ?? view.value;
  return true;
}
