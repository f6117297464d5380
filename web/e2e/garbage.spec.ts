// What is no puzzle gets a clear message, and the page stays alive.
import { FIRST } from './command.ts';
import { expect, test } from './page.ts';

/** Bytes that are the same every time. */
function noise(length: number): string {
  let state = 12345;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return String.fromCharCode(33 + (state % 94));
  }).join('');
}

const GARBAGE: Record<string, string> = {
  'a megabyte of noise': noise(1_000_000),
  'a megabyte of noise in lines': noise(1_000_000).replace(/(.{81})/g, '$1\n'),
  emoji: '🧩🔢😀👩‍👩‍👧‍👦'.repeat(81),
  HTML: '<!doctype html><script>window.hurt = 1</script><img src="x" onerror="window.hurt = 1"><b>5</b>',
  'a grid of 100x100': Array.from({ length: 100 }, () => Array.from({ length: 100 }, (_, column) => column + 1).join(' ')).join('\n'),
  'eighty-two digits': `${FIRST}1`,
  nothing: '   \n\n  ',
};

for (const [name, text] of Object.entries(GARBAGE)) {
  test(`${name} is refused in words`, async ({ site, page }) => {
    await site.open();
    const before = await site.digits();
    await site.page.locator('#paste-text').evaluate((field, value) => ((field as HTMLTextAreaElement).value = value), text);
    await page.locator('.paste button[type=submit]').click();
    await expect(site.alert).not.toBeEmpty();
    expect(((await site.alert.textContent()) ?? '').length).toBeLessThan(600);
    expect(await site.digits()).toBe(before);
    expect(await page.evaluate(() => (window as { hurt?: number }).hurt)).toBeUndefined();
    // Alive: the next puzzle is read.
    await site.paste(FIRST);
    await expect.poll(() => site.digits()).toBe(FIRST.replaceAll('0', '.'));
    await expect(site.status).toHaveText('exactly one solution');
  });
}
