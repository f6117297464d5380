// Pictures and files of what is on the page.
import { judgement, puzzle, showAnswer, sizeOf, symbol } from './puzzle';

export function gridSvg(): string {
  const { cells, boxRows, boxColumns } = puzzle.value;
  const size = sizeOf(puzzle.value);
  const step = 40;
  const side = size * step;
  const answer = showAnswer.value ? judgement.value?.first : undefined;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side + 8} ${side + 8}" width="${side + 8}" height="${side + 8}">`,
    `<rect x="-4" y="-4" width="${side + 8}" height="${side + 8}" fill="#fff"/>`,
  ];
  for (let line = 0; line <= size; line++) {
    const at = line * step;
    parts.push(`<path d="M0 ${at}H${side}" stroke="#111" stroke-width="${line % boxRows === 0 ? 3 : 1}"/>`);
    parts.push(`<path d="M${at} 0V${side}" stroke="#111" stroke-width="${line % boxColumns === 0 ? 3 : 1}"/>`);
  }
  cells.forEach((clue, cell) => {
    const digit = clue || answer?.[cell] || 0;
    if (!digit) return;
    const x = (cell % size) * step + step / 2;
    const y = Math.floor(cell / size) * step + step / 2;
    const ink = clue ? 'fill="#000" font-weight="700"' : 'fill="#777"';
    parts.push(`<text x="${x}" y="${y + 9}" text-anchor="middle" font-family="sans-serif" font-size="26" ${ink}>${symbol(digit)}</text>`);
  });
  return `${parts.join('')}</svg>`;
}

/** What of a drawing comes from the style sheet and must go along into a file. */
const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'];

/** Saves a drawing of the page with the looks it has here. */
export function saveSvg(name: string, id: string): void {
  const drawing = document.getElementById(id);
  if (!drawing) return;
  const copy = drawing.cloneNode(true) as SVGElement;
  const parts = [...drawing.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((part, place) => {
    const looks = parts[place];
    if (!looks || part.tagName === 'title') return;
    const style = getComputedStyle(looks);
    for (const property of DRAWN) {
      const value = style.getPropertyValue(property);
      if (value && value !== 'none' ? true : property === 'fill' || property === 'stroke') part.setAttribute(property, value || 'none');
    }
    part.removeAttribute('class');
  });
  // On the page its size goes with the size of type; a file has its own.
  const [, , width, height] = (copy.getAttribute('viewBox') ?? '').split(' ');
  if (width) copy.setAttribute('width', width);
  if (height) copy.setAttribute('height', height);
  copy.style.background = getComputedStyle(document.body).backgroundColor;
  saveText(name, `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}`, 'image/svg+xml');
}

export function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export const saveText = (name: string, text: string, type = 'text/plain'): void => save(name, new Blob([text], { type }));

export async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && save(name, blob), 'image/png');
  } finally {
    URL.revokeObjectURL(address);
  }
}
