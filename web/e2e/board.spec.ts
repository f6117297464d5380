// The board: what is typed or pasted, and what is said of it.
import { CLASH, FIRST, IMPOSSIBLE, SECOND, SEVERAL, SIX, solution } from './command.ts';
import { expect, test } from './page.ts';

for (const [name, puzzle] of Object.entries({ first: FIRST, second: SECOND, 'six by six': SIX })) {
  test(`the ${name} tutorial puzzle is pasted and solved`, async ({ site }) => {
    await site.open();
    await site.paste(puzzle);
    await expect(site.status).toHaveText('exactly one solution');
    await site.solve();
    await expect.poll(() => site.digits()).toBe(solution(puzzle));
  });
}

test('what is pressed while a text is read is about that text', async ({ site, page }) => {
  await site.open();
  await expect(site.status).toHaveText('exactly one solution');
  const between = await page.locator('#paste-text').evaluate(async (field, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    document.querySelector<HTMLElement>('.board-panel .main')?.click();
    await Promise.resolve();
    return document.querySelector('[data-testid=status]')?.textContent;
  }, SECOND);
  // The verdict on the puzzle before is none on this one.
  expect(between).toBe('…');
  await expect.poll(() => site.digits()).toBe(solution(SECOND));
});

test('a drawn grid is read as well', async ({ site }) => {
  await site.open();
  const rows = SECOND.match(/.{9}/g)!.map((row) => row.match(/.{3}/g)!.join('|').replaceAll('0', '.'));
  await site.read([rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)].map((band) => band.join('\n')).join('\n---+---+---\n'));
  await expect(site.status).toHaveText('exactly one solution');
  await expect.poll(() => site.digits()).toBe(SECOND.replaceAll('0', '.'));
});

test('clues that clash are named and marked', async ({ site }) => {
  await site.open();
  await site.paste(CLASH);
  await expect(site.status).toHaveText('no solution');
  await expect(site.page.locator('.verdict')).toContainText('row 1 has two 9s (r1c2, r1c3)');
  await expect(site.cell(1)).toHaveClass(/clash/);
  await expect(site.cell(2)).toHaveClass(/clash/);
  await expect(site.cell(6)).not.toHaveClass(/clash/);
});

test('an impossible puzzle without a clash names clues that are to blame', async ({ site }) => {
  await site.open();
  await site.paste(IMPOSSIBLE);
  await expect(site.status).toHaveText('no solution');
  await expect(site.page.locator('.verdict')).toContainText(/blame/i);
  // Each clue that is named is marked, and is a clue of the puzzle.
  const named = [...((await site.page.locator('.verdict').textContent()) ?? '').matchAll(/r(\d)c(\d)=(\d)/g)];
  expect(named.length).toBeGreaterThan(1);
  for (const [, row, column, digit] of named) {
    const cell = (Number(row) - 1) * 9 + Number(column) - 1;
    expect(IMPOSSIBLE[cell]).toBe(digit);
    await expect(site.cell(cell)).toHaveClass(/clash/);
  }
  // They have no solution by themselves; without any one of them they have.
  const only = (kept: number[]): string => [...IMPOSSIBLE].map((digit, cell) => (kept.includes(cell) ? digit : '.')).join('');
  const cells = named.map(([, row, column]) => (Number(row) - 1) * 9 + Number(column) - 1);
  expect(solution(only(cells))).toBe('none');
  for (const spared of cells) expect(solution(only(cells.filter((cell) => cell !== spared)))).not.toBe('none');
});

test('several solutions: two are shown, and where they differ', async ({ site }) => {
  await site.open();
  await site.paste(SEVERAL);
  await expect(site.status).toHaveText('more than one solution');
  await site.solve();
  const cells = site.page.locator('.cell.differs');
  await expect(cells.first()).toBeVisible();
  // Two digits stand in each differing cell, and they are different ones.
  for (const text of await cells.evaluateAll((all) => all.map((cell) => cell.querySelector('.digit')?.textContent ?? ''))) {
    const pair = text.match(/[1-9]/g) ?? [];
    expect(new Set(pair).size, text).toBe(2);
  }
});

test('the count grows to its limit', async ({ site }) => {
  await site.open();
  await site.paste('.'.repeat(81));
  await expect(site.status).toHaveText('more than one solution');
  await expect(site.count).toContainText('1000');
});

test('typing by keyboard alone: cursor, digits, undo and redo', async ({ site, page }) => {
  await site.open();
  await site.paste(SECOND);
  await expect.poll(() => site.digits()).toBe(SECOND.replaceAll('0', '.'));
  await site.cell(0).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(site.cell(2)).toBeFocused();
  await page.keyboard.press('4');
  await expect(site.cell(2)).toContainText('4');
  await expect(site.status).toHaveText('exactly one solution');
  await page.keyboard.press('Control+z');
  await expect.poll(() => site.digits()).toBe(SECOND.replaceAll('0', '.'));
  await page.keyboard.press('Control+y');
  await expect(site.cell(2)).toContainText('4');
  await page.keyboard.press('Delete');
  await expect.poll(() => site.digits()).toBe(SECOND.replaceAll('0', '.'));
});

test('a link carries the puzzle and opens it again', async ({ site }) => {
  await site.open(`p=${SIX}&b=2x3`);
  await expect.poll(() => site.digits()).toBe(SIX);
  await expect(site.status).toHaveText('exactly one solution');
});

test('16x16 in 1-9 A-G and in 0-9 A-F', async ({ site, page }) => {
  await site.open();
  await site.paste(`1.FG${'.'.repeat(252)}`);
  await expect.poll(async () => (await site.digits()).slice(0, 4)).toBe('1.FG');
  // Noughts beside dots: digits from nought, shown from one.
  await site.paste(`01.F${'.'.repeat(252)}`);
  await expect.poll(async () => (await site.digits()).slice(0, 4)).toBe('12.G');
  await page.getByLabel('16×16 written in').selectOption('letters');
  await site.read(`01.F${'.'.repeat(252)}`);
  await expect.poll(async () => (await site.digits()).slice(0, 4)).toBe('.1.F');
});

test('on paper there is the board and nothing else', async ({ site, page }) => {
  await site.open(`p=${FIRST}&b=3x3&v=search`);
  await page.emulateMedia({ media: 'print' });
  await expect(site.board).toBeVisible();
  for (const part of ['header', '.views', '.more', '.keys', '.verdict', '.board-panel h2']) await expect(page.locator(part).first()).toBeHidden();
  const [board = 0, all = 0] = await page.evaluate(() => ['.board', 'main'].map((part) => document.querySelector(part)?.getBoundingClientRect().height ?? 0));
  expect(board).toBeGreaterThan(300);
  expect(all - board).toBeLessThan(120);
});
