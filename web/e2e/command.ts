// The command line beside the page: what it says is what the page must say.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../../..');

/** The command with the page in it. */
export const EXACTONE = process.env.EXACTONE ?? resolve(ROOT, 'target/debug/exactone');

/** What the command prints for these arguments, whatever its status (1 is an answer too). */
export function exactone(args: string[], input = ''): string {
  try {
    return execFileSync(EXACTONE, args, { encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'], maxBuffer: 1 << 28 });
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    if (status === 1) return stdout;
    throw error;
  }
}

/** The first solution of a puzzle, one character a cell. */
export function solution(puzzle: string): string {
  return exactone(['solve', '--quiet', '--format', 'line', puzzle]).trim().split(' ')[0] ?? '';
}

/** A file of the public puzzles (SHARED=folder, else ../shared), or nothing where they are not at hand. */
export function corpus(name: string): string | undefined {
  const path = resolve(process.env.SHARED ?? resolve(ROOT, '../shared'), 'corpora', name);
  return existsSync(path) ? path : undefined;
}

// The tutorials' puzzles and a few more that everybody knows.
export const FIRST = '000000185007030000000021400800000020003905600050000004004860000000040300931000000';
export const SECOND = '530070000600195000098000060800060003400803001700020006060000280000419005000080079';
export const SIX = '...2...5...6....3.6....14.......2.4.';
export const SEVERAL = '5.2...4.....71...3..............46...7.2......1.......6....2.......3..1.4........';
export const CLASH = '.99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..';
export const IMPOSSIBLE = '531070000600195000098000060800060003400803001700020006060000280000419005000080079';
