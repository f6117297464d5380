// Clauses: how many, those of a cell, and the cells of a clause.
import { FIRST, exactone } from './command.ts';
import { expect, test } from './page.ts';

const numbers = (text: string | null): number[] => (text ?? '').replaceAll(',', '').match(/\d+/g)?.map(Number) ?? [];

for (const encoding of ['minimal', 'efficient', 'extended', 'triads']) {
  test(`${encoding}: as many variables and clauses as the command writes`, async ({ site, page }) => {
    await site.open();
    await site.paste(FIRST);
    await site.show('clauses');
    await page.getByLabel('Encoding').selectOption(encoding);
    const header = /^p cnf (\d+) (\d+)/m.exec(exactone(['encode', '--quiet', '--clues', 'none', '--encoding', encoding, FIRST]));
    await expect
      .poll(async () => numbers(await page.getByTestId('encoding-size').textContent()).slice(0, 2))
      .toEqual([Number(header?.[1]), Number(header?.[2])]);
  });
}

test('a cell shows its clauses, a clause its cells', async ({ site, page }) => {
  await site.open();
  await site.paste(FIRST);
  await site.show('clauses');
  await page.getByLabel('Encoding').selectOption('minimal');
  await site.cell(40).click();
  await expect(page.getByTestId('clause-count')).not.toBeEmpty();
  const clause = page.locator('.clause-list button', { hasText: /r5c5/ }).first();
  await clause.click();
  await expect(clause).toHaveAttribute('aria-pressed', 'true');
  await expect(site.cell(40)).toHaveClass(/lit/);
  // Every cell that its literals name is lit, and no other.
  const text = (await clause.textContent()) ?? '';
  const named = new Set([...text.matchAll(/r(\d)c(\d)/g)].map(([, row, column]) => (Number(row) - 1) * 9 + Number(column) - 1));
  const lit = await page.locator('.cell.lit').evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.cell)));
  expect(new Set(lit)).toEqual(named);
});
