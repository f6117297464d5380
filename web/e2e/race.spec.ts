// The race on ten puzzles: the page, in WebAssembly, shows the numbers of race.json, which a test of
// crates/exactone-web compares with the libraries as they run natively.
import { readFileSync } from 'node:fs';
import { expect, test } from './page.ts';

interface Shown { puzzle: string; rows: (string | number)[][] }
const TEN = JSON.parse(readFileSync(new URL('./race.json', import.meta.url), 'utf8')) as Shown[];

test('ten puzzles: propagation, decisions and conflicts are those of the library', async ({ site, page }) => {
  test.slow();
  await site.open();
  await site.show('race');
  for (const { puzzle, rows } of TEN) {
    await site.read(puzzle);
    const shown = (): Promise<(string | number)[][]> =>
      page.locator('.race tbody tr').evaluateAll((all) =>
        all.map((row) => [
          (row as HTMLElement).dataset.testid?.slice(5) ?? '',
          ...[...row.querySelectorAll('td')].map((cell) => parseInt(cell.textContent?.replaceAll(',', '').trim() ?? '', 10)),
        ]),
      );
    await expect.poll(shown, { message: puzzle }).toEqual(rows);
  }
});
