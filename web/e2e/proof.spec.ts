// "Prove it is the only one": made, checked, and refused when damaged.
import { IMPOSSIBLE, SECOND, SEVERAL } from './command.ts';
import { expect, test } from './page.ts';

for (const [name, puzzle, button] of [
  ['one solution', SECOND, 'Prove it is the only one'],
  ['no solution', IMPOSSIBLE, 'Prove there is none'],
] as const) {
  test(`${name}: a proof is made and verified; a damaged one is refused`, async ({ site, page }) => {
    await site.open();
    await site.paste(puzzle);
    await site.show('proof');
    await page.getByRole('button', { name: button }).click();
    const status = page.getByTestId('proof-status');
    await expect(status).toHaveClass(/verified/, { timeout: 30_000 });
    const proof = await page.locator('#proof-text').inputValue();
    const lines = proof.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    // Without its last step it proves nothing.
    await page.locator('#proof-text').fill(lines.slice(0, -1).join('\n'));
    await page.getByRole('button', { name: 'Check the text below' }).click();
    await expect(status).toHaveClass(/refused/);
    const why = (await status.textContent()) ?? '';
    // With one antecedent that is no clause it is refused at that step.
    await page.locator('#proof-text').fill(proof.replace(/ (\d+) 0\n*$/, ' 999999999 0\n'));
    await page.getByRole('button', { name: 'Check the text below' }).click();
    await expect(status).not.toHaveText(why);
    await expect(status).toHaveClass(/refused/);
    await page.locator('#proof-text').fill(proof);
    await page.getByRole('button', { name: 'Check the text below' }).click();
    await expect(status).toHaveClass(/verified/);
  });
}

test('the downloads are what was checked', async ({ site, page }) => {
  await site.open();
  await site.paste(SECOND);
  await site.show('proof');
  await page.getByRole('button', { name: 'Prove it is the only one' }).click();
  await expect(page.getByTestId('proof-status')).toHaveClass(/verified/, { timeout: 30_000 });
  for (const [button, ending] of [['Download the CNF', '.cnf'], ['Download the proof', '.lrat']] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    expect(download.suggestedFilename()).toContain(ending);
  }
});

test('several solutions cannot be proved to be one', async ({ site, page }) => {
  await site.open();
  await site.paste(SEVERAL);
  await site.show('proof');
  await expect(page.getByRole('button', { name: /Prove/ })).toHaveCount(0);
});
