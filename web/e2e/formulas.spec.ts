// Statements: truth table, normal forms, models; errors with their place.
import { exactone } from './command.ts';
import { expect, test } from './page.ts';

const STATEMENTS = 'A | B\n~A | C\nA -> ~C\n';

test('statements are studied while they are typed', async ({ site, page }) => {
  await site.open();
  await site.show('formulas');
  await page.locator('#statements').fill(STATEMENTS);
  // Three names give eight rows; the models are those the command counts.
  await expect(page.locator('table.truth tbody tr')).toHaveCount(8);
  const models = exactone(['logic', '--quiet', '--count', '-'], STATEMENTS).trim();
  await expect(page.locator('table.truth tr.true')).toHaveCount(Number(models));
  await expect(page.getByTestId('model-count')).toContainText(models);
  await expect(page.getByTestId('simplified')).not.toBeEmpty();
  await expect(page.getByTestId('tseitin')).not.toBeEmpty();
});

test('what cannot be read is said with its place', async ({ site, page }) => {
  await site.open();
  await site.show('formulas');
  await page.locator('#statements').fill('A | B\nA & & B\n');
  await expect(page.locator('.formulas [role=alert]')).toContainText('2');
});

test('the suspects open first and have one culprit', async ({ site, page }) => {
  await page.goto(site.address);
  await expect(page.locator('#statements')).toHaveValue(/exactly/);
  await expect(page.locator('table.truth tbody tr')).toHaveCount(16);
});

test('what is wrong with a statement is said in the language of the page', async ({ site, page }) => {
  await site.open();
  await site.show('formulas');
  await page.locator('#statements').fill('a & b\nb c\n');
  await expect(page.getByRole('alert')).toContainText('2:3');
  await expect(page.getByRole('alert')).toContainText('is expected');
  await page.getByRole('button', { name: 'Switch to Chinese' }).click();
  await expect(page.getByRole('alert')).toContainText('2:3: 此处是名称 `c`');
});
