// The examples menu: each entry opens in its view, without an error, and says what it shows.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './command.ts';
import { expect, test } from './page.ts';

interface Example { id: string; view: string; shows: { en: string; zh: string }; dimacs?: string }
const EXAMPLES = JSON.parse(readFileSync(resolve(ROOT, 'web/src/examples.json'), 'utf8')) as Example[];

test('every example opens in its view and says what it shows, in both languages', async ({ site, page }) => {
  await site.open();
  await expect(page.getByTestId('shows')).toContainText(EXAMPLES[0]?.shows.en ?? '');
  for (const example of EXAMPLES) {
    await site.example(example.id);
    await expect(page.getByTestId('shows')).toContainText(example.shows.en);
    await expect(page.locator(`#tab-${example.view}`)).toHaveAttribute('aria-selected', 'true');
    if (example.view === 'search') await expect(site.position).toHaveText(/Step 0 of [1-9]/);
  }
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await expect(page.getByTestId('shows')).toContainText(EXAMPLES.at(-1)?.shows.zh ?? '');
  // It is said only as long as it is true.
  await page.locator('#tab-search').click();
  await site.cell(1).click();
  await page.keyboard.press('7');
  await expect(page.getByTestId('shows')).toHaveCount(0);
});

test('no solution: the five clues to blame are marked and named', async ({ site, page }) => {
  await site.open();
  await site.example('none');
  await expect(page.locator('.cell.clash')).toHaveCount(5);
  await expect(page.locator('.verdict')).toContainText('r3c6=2, r4c5=4, r5c5=6, r6c1=2, r9c4=2');
});

test('the race shows the tutorial its numbers', async ({ site, page }) => {
  await site.open();
  await site.example('first');
  await expect(page.getByTestId('race-efficient')).toContainText('525');
  await expect(page.getByTestId('race-extended')).toContainText('592');
  await expect(page.getByTestId('race-triads')).toContainText('16,686');
});
