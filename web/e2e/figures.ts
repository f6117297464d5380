// Measures the page and writes bench/record/page.md: `npm run figures` in web/, after scripts/build-page and
// `cargo build -p exactone-cli --features web`, on a machine that does nothing else.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { corpus, FIRST, ROOT } from './command.ts';
import { expect, Site, test } from './page.ts';
import { judge } from './worker.ts';

// Frames as soon as there is something to show, not 60 a second: what is measured is the work, not the wait.
test.use({ launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'] }) });
test.describe.configure({ mode: 'serial' });
test.setTimeout(600_000);

const KB = 1000;
const rows: string[][] = [];
const kb = (bytes: number): string => `${Math.ceil(bytes / KB)} KB`;
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);
const share = (values: number[], part: number): number => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;

/** A line of the record; one without a goal neither holds nor fails. */
function figure(what: string, goal: string, found: string, holds: boolean): void {
  rows.push([what, goal, found, goal ? (holds ? 'yes' : 'no') : '']);
}

test('size of all files', () => {
  const folder = join(ROOT, 'web/dist');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map((path) => ({ name: relative(folder, path), bytes: readFileSync(path) }));
  const gzip = contents.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
  const brotli = contents.reduce((sum, { bytes }) => sum + brotliCompressSync(bytes).length, 0);
  figure('all files of the page, gzip', '500 KB', `${kb(gzip)} (brotli ${kb(brotli)})`, gzip < 500 * KB);
  const wasm = contents.find(({ name }) => name.endsWith('.wasm'))?.bytes;
  if (wasm) figure('of that WebAssembly, gzip', '', kb(gzipSync(wasm, { level: 9 }).length), true);
  figure('exactone.html, as it is', '', kb(readFileSync(join(ROOT, 'web/exactone.html')).length), true);
});

test('time to interactive on a processor throttled four times', async ({ browser, served }) => {
  interface Load { board: number; verdict: number; lastLong: number }
  const loads: Load[] = [];
  for (let round = 0; round < 7; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // A new window starts parts of the browser's own (its address bar loads some 400 files); a visitor's is there already.
    await page.waitForTimeout(2000);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      const seen: Load = { board: 0, verdict: 0, lastLong: 0 };
      (window as unknown as { seen: Load }).seen = seen;
      // The time after the frame that shows it.
      const painted = (key: 'board' | 'verdict'): void => {
        seen[key] = -1;
        requestAnimationFrame(() => setTimeout(() => (seen[key] = performance.now())));
      };
      new MutationObserver((_, observer) => {
        if (seen.board === 0 && document.querySelector('.cell.clue')) painted('board');
        const status = document.querySelector('[data-testid=status]')?.textContent;
        if (seen.verdict !== 0 || !status || status === '…') return;
        painted('verdict');
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true, characterData: true });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) seen.lastLong = startTime + duration;
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(served, { waitUntil: 'commit' });
    // Nothing is asked of the page meanwhile: that would be work for the throttled processor too.
    await page.waitForTimeout(6000);
    loads.push(await page.evaluate(() => (window as unknown as { seen: Load }).seen));
    // And it was true: a key is heard.
    await page.locator('[data-cell="0"]').press('7');
    await expect(page.locator('[data-cell="0"] .digit')).toHaveText('7');
    await context.close();
  }
  const all = (what: (load: Load) => number): [number, string] => {
    const times = loads.map(what);
    return [share(times, 0.5), `${ms(share(times, 0.5))} (${ms(Math.min(...times))} to ${ms(Math.max(...times))})`];
  };
  const [board, boards] = all((load) => load.board);
  const [interactive, interactives] = all((load) => Math.max(load.board, load.lastLong));
  const [verdict, verdicts] = all((load) => load.verdict);
  figure('processor throttled 4 times, median of 7: board drawn and its keys heard', '1000 ms', boards, board < 1000);
  figure('the same: no task over 50 ms any more', '1000 ms', interactives, interactive < 1000);
  figure('the same: first verdict on the page', '1000 ms', verdicts, verdict < 1000);
});

test('public puzzles solved in the page', async ({ site, page }) => {
  const FILES = ['easy.txt', '17_clue.txt', 'kaggle_rated_sample_7034.txt', 'magictour_top1465.txt', 'serg_benchmark.txt', 'random_minimal.txt', 'forum_hardest_1106.txt', 'forum_hardest_1905_11plus.txt', 'several_solutions.txt', 'no_solution.txt'];
  const paths = FILES.map(corpus).filter((path) => path !== undefined);
  test.skip(paths.length < FILES.length, 'no shared/corpora beside the project');
  const puzzles = paths.flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n').map((line) => line.slice(0, 81)).filter((line) => /^[1-9.0]{81}$/.test(line));
    const step = Math.max(1, Math.floor(lines.length / 100));
    return lines.filter((_, place) => place % step === 0).slice(0, 100);
  });
  await site.open();
  await judge(page, puzzles.slice(0, 50));
  const times = (await judge(page, puzzles)).map(({ milliseconds }) => milliseconds);
  const late = times.filter((time) => time >= 20).length;
  figure(`9x9 read, solved and shown to be unique or not, ${times.length} public puzzles: slowest`, '20 ms', `${ms(Math.max(...times))} (median ${ms(share(times, 0.5))}, 99 % under ${ms(share(times, 0.99))}, ${late} of 20 ms or more)`, late === 0);
});

test('one step of the player until it is painted', async ({ site, page }) => {
  await site.open(`p=${FIRST}&b=3x3`);
  await site.show('search');
  await page.getByLabel('Engine').selectOption('cdcl');
  await page.getByLabel('Encoding').selectOption('minimal');
  await expect(site.outcome).toHaveText('satisfiable');
  // From the key to the end of the frame that shows the step: script, style, layout and paint. Where the frame would wait
  // for the screen is not in it (at 60 Hz that is up to 16.7 ms for any page), see the browser's options above.
  const measure = (key: string, steps: number, wait: string): Promise<{ kind: string; painted: number; graph: number }[]> =>
    page.evaluate(
      async ([key, steps, wait]) => {
        const position = (): string => document.querySelector('[data-testid=position]')?.textContent ?? '';
        const learnt = (): string => document.querySelector('[data-testid=learnt]')?.textContent ?? '';
        /** After the frame that holds a change: its style, layout and paint are done. */
        const frame = (): Promise<void> =>
          new Promise((done) => {
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => done();
              port2.postMessage(0);
            });
          });
        const changed = (what: () => string): Promise<void> => {
          const before = what();
          return new Promise((done) => {
            const observer = new MutationObserver(() => {
              if (what() === before) return;
              observer.disconnect();
              done();
            });
            observer.observe(document.body, { childList: true, subtree: true, characterData: true });
          });
        };
        const found = [];
        for (let step = 0; step < steps; step++) {
          const graph = wait ? changed(learnt).then(frame).then(() => performance.now()) : undefined;
          const moved = changed(position).then(frame).then(() => performance.now());
          const begun = performance.now();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          const painted = (await moved) - begun;
          const drawn = graph ? (await graph) - begun : 0;
          found.push({ kind: document.querySelector('.step')?.className.split(' ')[1] ?? '', painted, graph: drawn });
          // As somebody who looks at each step; a key held down is repeated 30 times a second.
          await new Promise((done) => setTimeout(done, 30));
        }
        return found;
      },
      [key, steps, wait] as const,
    );
  const says = (times: number[]): string => `${ms(share(times, 0.95))} (median ${ms(share(times, 0.5))}, slowest ${ms(Math.max(...times))})`;
  const times = (await measure('ArrowRight', 600, '')).map(({ painted }) => painted);
  figure('one step of the player from the key until it is painted, CDCL, 600 steps: 95 %', '16 ms', says(times), share(times, 0.95) < 16);
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await site.steps()).at).toBe(0);
  const jumps = await measure('n', 10, 'graph');
  const graphs = jumps.map(({ graph }) => graph);
  figure('a jump to a conflict (key n, 10 of them) until its implication graph is drawn: 95 %', '', says(graphs), true);
});

test('memory with 100,000 steps', async ({ browser, served }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const site = new Site(page, served);
  await site.open();
  const session = await browser.newBrowserCDPSession();
  const memory = async (): Promise<number> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const all = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1]);
    return Math.max(...all.map(Number)) * 1024;
  };
  const before = await memory();
  await site.paste('..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9');
  await site.show('search');
  await page.getByLabel('Engine').selectOption('dpll');
  await page.getByLabel('Encoding').selectOption('minimal');
  await page.getByLabel('Branching').selectOption('first');
  await expect(site.outcome).not.toBeEmpty({ timeout: 120_000 });
  await expect.poll(async () => (await site.steps()).of, { timeout: 120_000 }).toBeGreaterThan(99_000);
  await page.locator('h1').click();
  await page.keyboard.press('End');
  await expect.poll(async () => (await site.steps()).at).toBeGreaterThan(99_000);
  await page.waitForTimeout(1000);
  const after = await memory();
  figure(`memory of the page's process with ${(await site.steps()).of} steps of a search`, '300 MB', `${kb(after).replace(/(\d+)\d{3} KB/, '$1 MB')} (${kb(before).replace(/(\d+)\d{3} KB/, '$1 MB')} before)`, after < 300 * KB * KB);
  await context.close();
});

test.afterAll(async ({ browser }) => {
  const text = (command: string, ...args: string[]): string => execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const table = [['what', 'goal', 'found', 'holds'], ['---', '---', '---', '---'], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  writeFileSync(
    process.env.RECORD ?? join(ROOT, 'bench/record/page.md'),
    `# The page\n\nCommand: \`scripts/build-page && cargo build -p exactone-cli --features web && npm --prefix web run figures\`\n\n` +
      `Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}; Chromium ${browser.version()}; commit ${text('git', 'rev-parse', '--short', 'HEAD')}\n\n${table}\n`,
  );
});
