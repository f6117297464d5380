// The page's verdicts are the command's.
import { readFileSync } from 'node:fs';
import { corpus, exactone } from './command.ts';
import { expect, test } from './page.ts';
import { judge } from './worker.ts';

const FILES: [string, number][] = [
  ['17_clue.txt', 120], ['magictour_top1465.txt', 100], ['forum_hardest_1905_11plus.txt', 60],
  ['random_minimal.txt', 100], ['several_solutions.txt', 100], ['no_solution.txt', 20],
];

test('500 public puzzles: the same verdicts and solutions as the command line', async ({ site, page }) => {
  test.setTimeout(240_000);
  const puzzles: string[] = [];
  for (const [name, count] of FILES) {
    const path = corpus(name);
    if (!path) {
      console.log(`skipped: 500 public puzzles (no shared/corpora/${name} beside the project)`);
      test.skip(true, `no shared/corpora/${name}`);
      return;
    }
    const lines = readFileSync(path, 'utf8').split('\n').map((line) => line.slice(0, 81)).filter((line) => /^[1-9.0]{81}$/.test(line));
    // Evenly over the file.
    const step = Math.max(1, Math.floor(lines.length / count));
    puzzles.push(...lines.filter((_, place) => place % step === 0).slice(0, count));
  }
  expect(puzzles).toHaveLength(500);
  const rows = exactone(['solve', '--quiet', '--format', 'csv', '-'], `${puzzles.join('\n')}\n`).trim().split('\n').slice(1);
  expect(rows).toHaveLength(puzzles.length);
  await site.open();
  const answers = await judge(page, puzzles);
  answers.forEach(({ status, first }, place) => {
    const [, expected, solution] = rows[place]?.split(',') ?? [];
    expect(status, puzzles[place]).toBe(expected);
    if (expected === 'unique') expect(first?.join(''), puzzles[place]).toBe(solution);
  });
});
