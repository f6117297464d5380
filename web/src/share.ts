// A link that carries puzzle, encoding, engine, switches and step number; nothing leaves the page, it is all in the fragment.
import { puzzle, readText, symbol } from './puzzle';
import { options, position, seek, view } from './player/search';

export function linkOf(): string {
  const { cells, boxRows, boxColumns, allowed } = puzzle.value;
  const size = boxRows * boxColumns;
  const line = allowed
    ? allowed.map((yes, place) => (yes ? symbol((place % size) + 1) : '.')).join('')
    : cells.map((digit) => (digit ? symbol(digit) : '.')).join('');
  const { engine, encoding, branching, pureLiterals, whatIf } = options.value;
  const fields = new URLSearchParams({ p: line, b: `${boxRows}x${boxColumns}`, v: view.value, g: engine, e: encoding, r: branching });
  if (!pureLiterals) fields.set('pure', '0');
  if (whatIf.length > 0) fields.set('w', whatIf.join(','));
  if (position.value > 0) fields.set('s', String(position.value));
  return `${location.href.split('#')[0]}#${fields}`;
}

export async function copyLink(): Promise<void> {
  const link = linkOf();
  history.replaceState(null, '', link);
  await navigator.clipboard?.writeText(link);
}

/** Opens what the address carries; says whether it carried anything. */
export async function openLink(): Promise<boolean> {
  const fields = new URLSearchParams(location.hash.slice(1));
  const line = fields.get('p');
  if (!line || !(await readText(line))) return false;
  const text = (key: string, or: string): string => fields.get(key) ?? or;
  options.value = {
    ...options.value,
    engine: text('g', 'dpll'),
    encoding: text('e', 'extended'),
    branching: text('r', 'moms'),
    pureLiterals: fields.get('pure') !== '0',
    whatIf: (fields.get('w') ?? '').split(',').map(Number).filter((literal) => Number.isInteger(literal) && literal !== 0),
  };
  const tab = fields.get('v');
  if (tab) view.value = tab as typeof view.value;
  const step = Number(fields.get('s'));
  if (Number.isInteger(step) && step > 0) seek(step);
  return true;
}
