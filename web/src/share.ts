// A link that carries puzzle, encoding, engine, switches and step number, and statements or DIMACS text where they are
// what is shown; nothing leaves the page, it is all in the fragment.
import { batch } from '@preact/signals';
import { openFirstBoard } from './examples';
import { statements } from './formulas/files';
import { pack, unpack } from './pack';
import { dimacs, options, position, seek, view, type View } from './player/search';
import { lineOf, message, puzzle, readText, symbol } from './puzzle';
import { say } from './words';

/** Browsers and what links are sent through take no longer ones. */
const LONGEST = 60_000;

/** The address of what is shown; nothing where it would be too long. It becomes the page's own where `here` says so. */
export async function linkOf(here = false): Promise<string | null> {
  const { cells, boxRows, boxColumns, allowed } = puzzle.value;
  const size = boxRows * boxColumns;
  const line = allowed ? allowed.map((yes, place) => (yes ? symbol((place % size) + 1) : '.')).join('') : lineOf(cells);
  const { engine, encoding, branching, pureLiterals, restarts, learning, whatIf } = options.value;
  const fields = new URLSearchParams({ p: line, b: `${boxRows}x${boxColumns}`, v: view.value, g: engine, e: encoding, r: branching });
  if (!pureLiterals) fields.set('pure', '0');
  if (!restarts) fields.set('restarts', '0');
  if (!learning) fields.set('learning', '0');
  if (whatIf.length > 0) fields.set('w', whatIf.join(','));
  if (view.value === 'search' && position.value > 0) fields.set('s', String(position.value));
  if (view.value === 'formulas' && statements.value) fields.set('f', await pack(statements.value));
  if (view.value === 'search' && dimacs.value !== null) fields.set('d', await pack(dimacs.value));
  const link = `${location.href.split('#')[0]}#${fields}`;
  if (link.length > LONGEST) return null;
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

/** Opens what the address carries; says whether it carried anything that could be shown. */
export async function openLink(): Promise<boolean> {
  if (location.hash.length < 2) return false;
  const fields = new URLSearchParams(location.hash.slice(1));
  const text = (key: string, known: readonly string[], or: string): string => known.find((word) => word === fields.get(key)) ?? or;
  const packed = async (key: string): Promise<string | null> => (fields.has(key) ? unpack(fields.get(key) ?? '') : '');
  const line = fields.get('p');
  const [formulas, cnf] = fields.has('f') || fields.has('d') ? await Promise.all([packed('f'), packed('d')]) : ['', ''];
  // What is damaged is said after everything is in its place: a puzzle that is read takes its message back.
  const whole = formulas !== null && cnf !== null;
  batch(() => {
    options.value = {
      ...options.value,
      engine: text('g', ['dpll', 'cdcl'], 'dpll'),
      encoding: text('e', ['minimal', 'efficient', 'extended', 'triads'], 'extended'),
      branching: text('r', ['first', 'moms', 'jeroslow-wang'], 'moms'),
      pureLiterals: fields.get('pure') !== '0',
      restarts: fields.get('restarts') !== '0',
      learning: fields.get('learning') !== '0',
      whatIf: (fields.get('w') ?? '').split(',').map(Number).filter((literal) => Number.isSafeInteger(literal) && literal !== 0),
    };
    dimacs.value = cnf || null;
    if (formulas) statements.value = formulas;
    const step = Number(fields.get('s'));
    seek(Number.isSafeInteger(step) && step > 0 ? step : 0);
    view.value = VIEWS.find((name) => name === fields.get('v')) ?? view.value;
  });
  if (line === null) {
    openFirstBoard();
    if (whole && (formulas || cnf || fields.has('v'))) return true;
    message.value = say('badLink');
    return false;
  }
  const read = await readText(line, fields.get('b') ?? '');
  if (!read || !whole) message.value = read ? say('badLink') : `${say('badLink')} ${message.value}`;
  return read;
}
